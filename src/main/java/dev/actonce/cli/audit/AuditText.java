package dev.actonce.cli.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.VisibleText;
import dev.actonce.core.audit.AuditReport;
import dev.actonce.core.audit.Discrepancy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an audit found, as lines for people or as one JSON object. Pure. */
public final class AuditText {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_CELL = 60;

  private final AuditReport report;
  private final BadInput bad;

  /**
   * @param bad what could not be read, which the audit therefore says nothing about
   */
  public AuditText(AuditReport report, BadInput bad) {
    this.report = report;
    this.bad = bad;
  }

  /** One JSON object. */
  public String json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("clean", report.isClean() && bad.count() == 0);
    AuditReport.Counts counts = report.counts();
    json.putObject("compared")
        .put("effects", counts.effects())
        .put("repeated_lines", counts.repeatedLines())
        .put("effects_of_other_actions", counts.otherActions())
        .put("actions", counts.actions())
        .put("succeeded", counts.succeeded())
        .put("unsettled", counts.unsettled())
        .put("outside_window", counts.outsideWindow());
    ObjectNode found = json.putObject("found");
    for (Discrepancy.Kind kind : Discrepancy.Kind.values()) {
      found.put(name(kind), report.count(kind));
    }
    ObjectNode escaped = json.putObject("escaped_duplicates_by_action");
    new TreeMap<>(report.escapedDuplicates()).forEach(escaped::put);
    ArrayNode discrepancies = json.putArray("discrepancies");
    report.listed().forEach(each -> discrepancies.add(json(each)));
    ObjectNode unread = json.putObject("unreadable").put("count", bad.count());
    bad.listed().forEach(unread.putArray("first")::add);
    return json.toString();
  }

  private static ObjectNode json(Discrepancy each) {
    ObjectNode node = JSON.createObjectNode();
    node.put("kind", name(each.kind()));
    node.put("action", each.action());
    node.put("key", each.key());
    node.put("generation", each.generation());
    each.references().forEach(node.putArray("references")::add);
    each.lines().forEach(node.putArray("lines")::add);
    node.put("meaning", each.kind().meaning());
    node.put("remedy", each.kind().remedy());
    return node;
  }

  /** Lines for people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    AuditReport.Counts counts = report.counts();
    lines.add(
        "compared %d effects with %d admitted actions (%d succeeded, %d unsettled)"
            .formatted(counts.effects(), counts.actions(), counts.succeeded(), counts.unsettled()));
    tellIf(lines, counts.repeatedLines(), "lines repeat an effect");
    tellIf(lines, counts.otherActions(), "effects are of other actions");
    tellIf(lines, counts.outsideWindow(), "effects or ends lie outside the time that is judged");
    if (counts.unsettled() > 0) {
      lines.add("  the unsettled ones: 'actonce unknown list'");
    }
    lines.add("");
    for (Discrepancy.Kind kind : Discrepancy.Kind.values()) {
      lines.add("%8d  %-22s %s".formatted(report.count(kind), name(kind), kind.meaning()));
    }
    for (Discrepancy.Kind kind : Discrepancy.Kind.values()) {
      list(kind, lines);
    }
    if (bad.count() > 0) {
      lines.add("");
      lines.add(bad.count() + " lines or records are not readable, so nothing is said of them:");
      bad.listed().forEach(each -> lines.add("  " + VisibleText.of(each)));
      more(lines, bad.count() - bad.listed().size());
    }
    return lines;
  }

  private static void tellIf(List<String> lines, int count, String what) {
    if (count > 0) {
      lines.add("  " + count + " " + what);
    }
  }

  private void list(Discrepancy.Kind kind, List<String> lines) {
    List<Discrepancy> ofKind =
        report.listed().stream().filter(each -> each.kind() == kind).toList();
    if (ofKind.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(name(kind) + ": " + kind.remedy());
    for (Discrepancy each : ofKind) {
      lines.add(
          "  %s  key=%s  generation=%s  references=%s  lines=%s"
              .formatted(
                  orDash(each.action()),
                  orDash(each.key()),
                  each.generation() == 0 ? "-" : Integer.toString(each.generation()),
                  each.references().isEmpty()
                      ? "-"
                      : each.references().stream()
                          .map(AuditText::orDash)
                          .collect(Collectors.joining(",")),
                  each.lines().isEmpty()
                      ? "-"
                      : each.lines().stream()
                          .map(String::valueOf)
                          .collect(Collectors.joining(","))));
    }
    if (kind != Discrepancy.Kind.ESCAPED_DUPLICATE) { // There, one action may count several times.
      more(lines, report.count(kind) - ofKind.size());
    }
  }

  private static void more(List<String> lines, long more) {
    if (more > 0) {
      lines.add("  and " + more + " more");
    }
  }

  /** A provider's text on a terminal: short, and a word of its own. */
  private static String orDash(@Nullable String text) {
    if (text == null) {
      return "-";
    }
    return VisibleText.word(text.length() > MAX_CELL ? text.substring(0, MAX_CELL) + "..." : text);
  }

  private static String name(Discrepancy.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
