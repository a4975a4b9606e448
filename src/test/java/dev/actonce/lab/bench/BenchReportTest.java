package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BenchReportTest {
  private static final BenchSettings SETTINGS =
      new BenchSettings(
          new BenchSettings.Pressure(BenchSettings.Mode.SATURATE, 0, 100),
          new BenchSettings.Times(Duration.ofSeconds(1), Duration.ofSeconds(2)),
          new BenchSettings.Mix(256, 0.5, 10, 0, 7),
          new BenchSettings.Parts(6, 1, 2, 64),
          BenchSettings.Provider.HANDLER,
          BenchSettings.Baseline.MEASURED);
  private static final Target.Effects EXACT = new Target.Effects(50, 0, 0);
  private static final Optional<BenchReport.Baseline> KAFKA =
      Optional.of(new BenchReport.Baseline(8_000, new Percentiles(100, 4, 9, 12)));

  @Test
  void namesEveryFigureOfTheMainLoad() throws Exception {
    JsonNode json = json(report(EXACT, answered(), KAFKA));

    assertThat(json.path("throughput_per_s").asDouble()).isEqualTo(4_000);
    assertThat(json.path("e2e_p50_ms").asDouble()).isEqualTo(20);
    assertThat(json.path("e2e_p99_ms").asDouble()).isEqualTo(40);
    assertThat(json.path("e2e_p999_ms").asDouble()).isEqualTo(60);
    assertThat(json.path("stages").path("gate").path("p50_ms").asDouble()).isEqualTo(3);
    assertThat(json.path("stages").fieldNames())
        .toIterable()
        .containsExactly("gate", "claim", "effect", "outcome");
    assertThat(json.path("cpu_seconds_per_1000_intents").asDouble()).isEqualTo(0.25);
    assertThat(json.path("resident_bytes").asLong()).isEqualTo(1 << 20);
    assertThat(json.path("bytes_written_per_intent").asLong()).isEqualTo(3_000);
    assertThat(json.path("escaped_duplicates").asInt(-1)).isZero();
    assertThat(json.path("answers").path("SUCCEEDED").asLong()).isEqualTo(10_000);
    assertThat(json.path("settings").path("executors").asInt()).isEqualTo(2);
    assertThat(json.path("success").asBoolean()).isTrue();
  }

  @Test
  void dividesByKafkasOwnFigures() throws Exception {
    JsonNode json = json(report(EXACT, answered(), KAFKA));

    assertThat(json.path("baseline").path("chain_throughput_per_s").asDouble()).isEqualTo(8_000);
    assertThat(json.path("baseline").path("floor_p50_ms").asDouble()).isEqualTo(4);
    assertThat(json.path("baseline").path("floor_p99_ms").asDouble()).isEqualTo(9);
    assertThat(json.path("throughput_ratio").asDouble()).isEqualTo(0.5);
    assertThat(json.path("p50_ratio").asDouble()).isEqualTo(1.5);
    assertThat(json.path("p99_over_p50").asDouble()).isEqualTo(2);
    assertThat(json.path("half_rate_p99_ratio").asDouble()).isEqualTo(10);
    assertThat(json.path("phases").path("half_rate").path("e2e_p99_ms").asDouble()).isEqualTo(40);
  }

  @Test
  void givesNoRatioOfWhatWasNotMeasured() throws Exception {
    JsonNode json =
        json(new BenchReport(SETTINGS, answered(), Map.of(), check(EXACT), 0, Optional.empty()));

    assertThat(json.has("baseline")).isFalse();
    assertThat(json.has("throughput_ratio")).isFalse();
    assertThat(json.has("p50_ratio")).isFalse();
  }

  @Test
  void failsWhenADuplicateEscaped() throws Exception {
    BenchReport report = report(new Target.Effects(51, 1, 0), answered(), KAFKA);

    assertThat(report.isSuccess()).isFalse();
    assertThat(json(report).path("escaped_duplicates").asInt()).isEqualTo(1);
    assertThat(report.toText()).contains("1 escaped duplicates").contains("FAILED");
  }

  @Test
  void failsWhenAnEffectIsMissing() throws Exception {
    BenchReport report = report(new Target.Effects(50, 1, 0), answered(), KAFKA);

    assertThat(report.isSuccess()).isFalse();
    assertThat(json(report).path("missing_effects").asInt()).isEqualTo(1);
  }

  @Test
  void failsWhenAPublishHasNoProperAnswer() {
    assertThat(report(EXACT, phase(counts(1, OutcomeStatus.SUCCEEDED)), KAFKA).isSuccess())
        .isFalse();
    assertThat(report(EXACT, phase(counts(0, OutcomeStatus.REJECTED)), KAFKA).isSuccess())
        .isFalse();
  }

  @Test
  void tellsPeopleTheSame() {
    assertThat(report(EXACT, answered(), KAFKA).toText())
        .contains("saturate: 4,000/s; latency 20.0 ms median, 40.0 ms p99")
        .contains("Kafka alone: 8,000/s through three bare hops")
        .contains("throughput_ratio 0.50")
        .endsWith("each action had one effect, and each publish its answer");
  }

  private static JsonNode json(BenchReport report) throws JsonProcessingException {
    return new JsonMapper().readTree(report.toJson());
  }

  @Test
  void listsThePartsOfADividedLoad() throws Exception {
    Interval part =
        new Interval(
            60,
            60,
            120_000,
            new Percentiles(120_000, 20, 40, 60),
            new ProcessUse.Sample(30, OptionalLong.of(5 << 20), 3 << 20));
    Phase divided =
        new Phase(
            SETTINGS.pressure(),
            new Load.Measured(
                counts(0, OutcomeStatus.SUCCEEDED),
                new Percentiles(8_000, 20, 40, 60),
                4_000,
                0,
                List.of(part)),
            Map.of(),
            new Phase.Cost(1, OptionalLong.empty(), 0));
    BenchReport report = report(EXACT, divided, Optional.empty());

    JsonNode shown = json(report).path("intervals").path(0);

    assertThat(shown.path("throughput_per_s").asDouble()).isEqualTo(2_000);
    assertThat(shown.path("e2e_p99_ms").asDouble()).isEqualTo(40);
    assertThat(shown.path("cpu_seconds_per_1000_intents").asDouble()).isEqualTo(0.25);
    assertThat(shown.path("heap_bytes").asLong()).isEqualTo(3 << 20);
    assertThat(report.toText()).contains("to 60 s: 2,000/s; latency 20.0 ms median");
  }

  private static BenchReport report(
      Target.Effects effects, Phase main, Optional<BenchReport.Baseline> baseline) {
    Phase single =
        new Phase(
            SETTINGS.pressure().as(BenchSettings.Mode.ONE_IN_FLIGHT),
            new Load.Measured(
                counts(0, OutcomeStatus.SUCCEEDED),
                new Percentiles(100, 6, 12, 15),
                150,
                0,
                List.of()),
            Map.of(),
            new Phase.Cost(1, OptionalLong.empty(), 0));
    return new BenchReport(
        SETTINGS,
        main,
        Map.of(BenchReport.ONE_IN_FLIGHT, single, BenchReport.HALF_RATE, answered()),
        check(effects),
        5_000,
        baseline);
  }

  private static BenchReport.Check check(Target.Effects effects) {
    return new BenchReport.Check(50, effects);
  }

  private static Phase answered() {
    return phase(counts(0, OutcomeStatus.SUCCEEDED));
  }

  private static Phase phase(Flights.Counts counts) {
    return new Phase(
        SETTINGS.pressure(),
        new Load.Measured(counts, new Percentiles(8_000, 20, 40, 60), 4_000, 0, List.of()),
        Map.of(StageTimes.Stage.GATE, new Percentiles(8_000, 3, 5, 7)),
        new Phase.Cost(2, OptionalLong.of(1 << 20), 30_000_000));
  }

  private static Flights.Counts counts(long unresolved, OutcomeStatus status) {
    return new Flights.Counts(10_000, 8_000, unresolved, Map.of(status, 10_000L));
  }
}
