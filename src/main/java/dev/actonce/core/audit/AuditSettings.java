package dev.actonce.core.audit;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an audit demands.
 *
 * @param since effects and ends before it need no counterpart; null for no such bound
 * @param until effects and ends from it on need no counterpart; null for no such bound
 * @param actions the tools that the export covers; empty for all
 * @param maxEntries most effects and admitted actions to hold at once
 * @param maxListed most discrepancies of one kind to list; all are counted
 */
public record AuditSettings(
    @Nullable Instant since,
    @Nullable Instant until,
    Set<String> actions,
    int maxEntries,
    int maxListed) {
  public AuditSettings {
    actions = Set.copyOf(actions);
  }

  /** Whether a counterpart of what happened then must be there; of an unknown time, it must. */
  boolean demands(@Nullable Instant at) {
    return at == null
        || ((since == null || !at.isBefore(since)) && (until == null || at.isBefore(until)));
  }

  boolean covers(@Nullable String action) {
    return actions.isEmpty() || action == null || actions.contains(action);
  }
}
