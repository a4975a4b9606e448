package dev.actonce.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.audit.AuditReport;
import dev.actonce.core.audit.Discrepancy.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditMetricsTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_769_850_000);
  private static final AuditReport REPORT =
      new AuditReport(
          new AuditReport.Counts(3, 0, 0, 1, 1, 0, 0),
          Map.of(Kind.ESCAPED_DUPLICATE, 2),
          Map.of("charge", 2, "a\"b\\c", 0),
          List.of());

  @TempDir Path directory;

  @Test
  void writesThePrometheusTextFormat() {
    BadInput bad = new BadInput(1);
    bad.add("line 1", "not JSON");

    assertThat(AuditMetrics.text(REPORT, bad, NOW))
        .isEqualTo(
            """
            # HELP actonce_audit_escaped_duplicates Effects beyond one per action that the last audit of the provider found.
            # TYPE actonce_audit_escaped_duplicates gauge
            actonce_audit_escaped_duplicates{action="a\\"b\\\\c"} 0
            actonce_audit_escaped_duplicates{action="charge"} 2
            # HELP actonce_audit_discrepancies What the last audit found, by kind.
            # TYPE actonce_audit_discrepancies gauge
            actonce_audit_discrepancies{kind="escaped_duplicate"} 2
            actonce_audit_discrepancies{kind="contradicted"} 0
            actonce_audit_discrepancies{kind="effect_without_outcome"} 0
            actonce_audit_discrepancies{kind="missing_effect"} 0
            actonce_audit_discrepancies{kind="other_reference"} 0
            # HELP actonce_audit_unreadable Lines and records that the last audit could not read.
            # TYPE actonce_audit_unreadable gauge
            actonce_audit_unreadable 1
            # HELP actonce_audit_last_run_timestamp_seconds When the last audit ended.
            # TYPE actonce_audit_last_run_timestamp_seconds gauge
            actonce_audit_last_run_timestamp_seconds 1769850000
            """);
  }

  @Test
  void replacesTheFileAndLeavesNoDraft() throws IOException {
    Path file = Files.writeString(directory.resolve("actonce.prom"), "old");

    AuditMetrics.write(file, REPORT, new BadInput(1), NOW);

    assertThat(file).content().contains("actonce_audit_unreadable 0");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void namesAFileThatCannotBeWritten() {
    Path file = directory.resolve("missing").resolve("actonce.prom");

    assertThatThrownBy(() -> AuditMetrics.write(file, REPORT, new BadInput(1), NOW))
        .hasMessageContaining("--metrics-file");
  }
}
