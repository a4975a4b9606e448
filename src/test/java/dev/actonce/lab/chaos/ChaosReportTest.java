package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.core.SafetyClass;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChaosReportTest {
  private static final Audit.Violations KEPT = new Audit.Violations(0, 0, 0, 0, 0, 0);

  @Test
  void isASuccessWhenEveryPromiseWasKeptAndEveryFaultHappened() {
    assertThat(report(KEPT, faults(2, List.of()), 0).isSuccess()).isTrue();
  }

  @Test
  void isNoSuccessOtherwise() {
    assertThat(report(new Audit.Violations(1, 0, 0, 0, 0, 0), faults(2, List.of()), 0))
        .matches(report -> !report.isSuccess());
    assertThat(report(KEPT, faults(3, List.of()), 0)).matches(report -> !report.isSuccess());
    assertThat(report(KEPT, faults(3, List.of("kill_gate")), 0))
        .matches(report -> !report.isSuccess());
    assertThat(report(KEPT, faults(2, List.of()), 1)).matches(report -> !report.isSuccess());
  }

  @Test
  void writesOneJsonObject() throws IOException {
    JsonNode json = new JsonMapper().readTree(report(KEPT, faults(2, List.of()), 0).toJson());

    assertThat(json.path("seed").asLong()).isEqualTo(7);
    assertThat(json.path("effects").asInt()).isEqualTo(5);
    assertThat(json.path("escaped_duplicates").asInt(-1)).isZero();
    assertThat(json.path("missing_effects").asInt(-1)).isZero();
    assertThat(json.path("unresolved").asInt(-1)).isZero();
    assertThat(json.path("intents").asInt()).isEqualTo(10);
    assertThat(json.path("faults").path("kill_gate").asInt()).isEqualTo(2);
    assertThat(json.path("restore_seconds").asDouble()).isEqualTo(1.5);
    assertThat(json.path("classes").path("unsafe").path("effects").asInt()).isEqualTo(5);
    assertThat(json.path("success").asBoolean()).isTrue();
  }

  @Test
  void tellsPeopleWhatWasFound() {
    assertThat(report(KEPT, faults(2, List.of()), 0).toText())
        .contains("kill_gate", "Every promise was kept.");
    assertThat(report(KEPT, faults(3, List.of("gate-1 is not ready")), 0).toText())
        .contains("gate-1 is not ready")
        .endsWith("FAILED");
  }

  private static ChaosReport.Faults faults(int planned, List<String> misfires) {
    return new ChaosReport.Faults(
        planned, Map.of(FaultKind.KILL_GATE, 2), misfires, Optional.of(Duration.ofMillis(1_500)));
  }

  private static ChaosReport report(
      Audit.Violations violations, ChaosReport.Faults faults, int deadLetters) {
    Audit audit =
        new Audit(
            violations,
            5,
            10,
            10,
            Map.of(SafetyClass.UNSAFE, new Audit.OfClass(10, 5, 5, 0, 1)),
            List.of());
    return new ChaosReport(
        new ChaosSettings(7, 1, Path.of("runs")),
        audit,
        faults,
        new ChaosReport.Counts(
            10,
            20,
            deadLetters,
            1,
            0,
            new ChaosReport.Times(Duration.ZERO, Duration.ZERO, Duration.ZERO)));
  }
}
