package dev.actonce.cli.audit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.audit.AuditReport;
import dev.actonce.core.audit.Discrepancy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Locale;
import java.util.TreeMap;

/** What an audit found, as a file for the textfile collector of Prometheus' node exporter. */
public final class AuditMetrics {
  private AuditMetrics() {}

  /** The file's text. */
  static String text(AuditReport report, BadInput bad, Instant now) {
    StringBuilder text = new StringBuilder();
    head(
        text,
        "actonce_audit_escaped_duplicates",
        "Effects beyond one per action that the last audit of the provider found.");
    new TreeMap<>(report.escapedDuplicates())
        .forEach(
            (action, count) ->
                text.append("actonce_audit_escaped_duplicates{action=\"")
                    .append(escaped(action))
                    .append("\"} ")
                    .append(count)
                    .append('\n'));
    head(text, "actonce_audit_discrepancies", "What the last audit found, by kind.");
    for (Discrepancy.Kind kind : Discrepancy.Kind.values()) {
      text.append("actonce_audit_discrepancies{kind=\"")
          .append(kind.name().toLowerCase(Locale.ROOT))
          .append("\"} ")
          .append(report.count(kind))
          .append('\n');
    }
    head(text, "actonce_audit_unreadable", "Lines and records that the last audit could not read.");
    text.append("actonce_audit_unreadable ").append(bad.count()).append('\n');
    head(text, "actonce_audit_last_run_timestamp_seconds", "When the last audit ended.");
    text.append("actonce_audit_last_run_timestamp_seconds ")
        .append(now.getEpochSecond())
        .append('\n');
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(" gauge\n");
  }

  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /**
   * Writes the file in one step, so that no half of it is ever read.
   *
   * @throws ActOnceException INVALID_SETTING if it cannot be written
   */
  public static void write(Path file, AuditReport report, BadInput bad, Instant now) {
    Path target = file.toAbsolutePath();
    Path draft = target.resolveSibling("." + target.getFileName() + ".draft");
    try {
      Files.writeString(draft, text(report, bad, now));
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot write the metrics to " + file + ": " + e + "; check --metrics-file",
          e);
    }
  }
}
