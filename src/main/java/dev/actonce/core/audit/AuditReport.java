package dev.actonce.core.audit;

import java.util.List;
import java.util.Map;

/**
 * What an audit found.
 *
 * @param counts the size of what was compared
 * @param found discrepancies by kind; a kind without any has 0. Of {@code ESCAPED_DUPLICATE}, the
 *     effects beyond one per action
 * @param escapedDuplicates effects beyond one per action, for each tool that was compared
 * @param listed the discrepancies, worst first, up to a bound for each kind
 */
public record AuditReport(
    Counts counts,
    Map<Discrepancy.Kind, Integer> found,
    Map<String, Integer> escapedDuplicates,
    List<Discrepancy> listed) {
  public AuditReport {
    found = Map.copyOf(found);
    escapedDuplicates = Map.copyOf(escapedDuplicates);
    listed = List.copyOf(listed);
  }

  /**
   * What was compared.
   *
   * @param effects effects in the export, repeated lines left out
   * @param repeatedLines lines that tell an effect again
   * @param otherActions effects of tools that the audit is not about
   * @param actions admitted actions that outcomes tell of, each generation by itself
   * @param succeeded of these, the ones that succeeded
   * @param unsettled of these, the ones that are UNKNOWN until now
   * @param outsideWindow effects and ends without a counterpart, at a time that need not have one
   */
  public record Counts(
      int effects,
      int repeatedLines,
      int otherActions,
      int actions,
      int succeeded,
      int unsettled,
      int outsideWindow) {}

  /** Whether provider and outcomes agree. */
  public boolean isClean() {
    return found.values().stream().allMatch(count -> count == 0);
  }

  /** How many of one kind. */
  public int count(Discrepancy.Kind kind) {
    return found.getOrDefault(kind, 0);
  }
}
