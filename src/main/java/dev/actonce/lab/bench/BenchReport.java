package dev.actonce.lab.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a benchmark found.
 *
 * @param settings what was run
 * @param main the load that was asked for
 * @param others further loads of the same run, by name
 * @param check whether each action had one effect
 * @param stateBytes size of the gate's stores at the end
 * @param baseline what Kafka alone did; empty when it was not measured
 */
public record BenchReport(
    BenchSettings settings,
    Phase main,
    Map<String, Phase> others,
    Check check,
    long stateBytes,
    Optional<Baseline> baseline) {
  static final String SATURATED = "saturated";
  static final String ONE_IN_FLIGHT = "one_in_flight";
  static final String HALF_RATE = "half_rate";

  public BenchReport {
    others = new LinkedHashMap<>(others);
  }

  /**
   * Effects against actions, over all loads.
   *
   * @param actions different actions that were published
   * @param effects what the provider saw
   */
  record Check(long actions, Target.Effects effects) {
    /** Actions without an effect. */
    long missing() {
      return Math.max(0, actions - (effects.made() - effects.escaped()));
    }

    boolean isPassed() {
      return effects.escaped() == 0 && missing() == 0;
    }
  }

  /**
   * What Kafka alone did on the same broker.
   *
   * @param chainPerSecond records per second through three bare exactly-once hops
   * @param floor three transactions one after another, each one read back
   */
  record Baseline(double chainPerSecond, Percentiles floor) {}

  /** Whether each action had exactly one effect, and each publish its answer. */
  public boolean isSuccess() {
    return check.isPassed()
        && main.isAnswered()
        && others.values().stream().allMatch(Phase::isAnswered);
  }

  /** Effects beyond one per action. */
  public long escapedDuplicates() {
    return check.effects().escaped();
  }

  /** A load of this run that pressed in this way. */
  private Optional<Phase> phase(BenchSettings.Mode mode, String name) {
    return main.pressure().mode() == mode
        ? Optional.of(main)
        : Optional.ofNullable(others.get(name));
  }

  /** The ratios that this run can give, by name. */
  Map<String, Double> ratios() {
    Map<String, Double> ratios = new LinkedHashMap<>();
    Optional<Phase> saturated = phase(BenchSettings.Mode.SATURATE, SATURATED);
    Optional<Percentiles> single =
        phase(BenchSettings.Mode.ONE_IN_FLIGHT, ONE_IN_FLIGHT)
            .map(phase -> phase.measured().latencies());
    Optional<Phase> half = Optional.ofNullable(others.get(HALF_RATE));
    baseline.ifPresent(
        kafka -> {
          double floor = kafka.floor().p50Ms();
          saturated.ifPresent(
              phase ->
                  ratios.put(
                      "throughput_ratio",
                      Figures.ratio(phase.measured().perSecond(), kafka.chainPerSecond())));
          single.ifPresent(times -> ratios.put("p50_ratio", Figures.ratio(times.p50Ms(), floor)));
          half.ifPresent(
              phase ->
                  ratios.put(
                      "half_rate_p99_ratio",
                      Figures.ratio(phase.measured().latencies().p99Ms(), floor)));
        });
    single.ifPresent(
        times -> ratios.put("p99_over_p50", Figures.ratio(times.p99Ms(), times.p50Ms())));
    return ratios;
  }

  /** Exactly one JSON object, indented, without a newline at its end. */
  public String toJson() {
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    ObjectNode json = mapper.createObjectNode();
    main.putInto(json);
    json.put("escaped_duplicates", check.effects().escaped());
    json.put("missing_effects", check.missing());
    json.put("repeated_calls", check.effects().repeatedCalls());
    json.put("actions", check.actions());
    json.put("state_bytes", stateBytes);
    json.put(
        "state_bytes_per_action",
        Math.round(Figures.ratio((double) stateBytes, (double) check.actions())));
    ObjectNode phases = json.putObject("phases");
    others.forEach((name, phase) -> phase.putInto(phases.putObject(name)));
    baseline.ifPresent(kafka -> put(json.putObject("baseline"), kafka));
    ratios().forEach((name, ratio) -> json.put(name, Figures.rounded(ratio)));
    put(json.putObject("settings"), settings);
    json.put("success", isSuccess());
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  private static void put(ObjectNode json, Baseline kafka) {
    json.put("chain_throughput_per_s", Figures.rounded(kafka.chainPerSecond()));
    json.put("floor_p50_ms", Figures.rounded(kafka.floor().p50Ms()));
    json.put("floor_p99_ms", Figures.rounded(kafka.floor().p99Ms()));
  }

  private static void put(ObjectNode json, BenchSettings settings) {
    json.put("provider", settings.provider().name().toLowerCase(Locale.ROOT));
    json.put("warm_up_seconds", settings.times().warmUp().toSeconds());
    json.put("duration_seconds", settings.times().duration().toSeconds());
    json.put("payload_bytes", settings.mix().payloadBytes());
    json.put("duplicates", BigDecimal.valueOf(settings.mix().duplicates()));
    json.put("duplicate_keys", settings.mix().duplicateKeys());
    json.put("live_keys", settings.mix().liveKeys());
    json.put("seed", settings.mix().seed());
    json.put("partitions", settings.parts().partitions());
    json.put("gate_threads", settings.parts().gateThreads());
    json.put("executors", settings.parts().executors());
    json.put("executor_max_in_flight", settings.parts().handlers());
    json.put("processors", Runtime.getRuntime().availableProcessors());
  }

  /** Lines for people. */
  public String toText() {
    return new BenchText(this).toString();
  }
}
