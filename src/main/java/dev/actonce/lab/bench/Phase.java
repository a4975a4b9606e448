package dev.actonce.lab.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What one phase of load measured.
 *
 * @param pressure how hard it pressed
 * @param measured what came out
 * @param stages how long each step took
 * @param cost what it took of the machine
 */
record Phase(
    BenchSettings.Pressure pressure,
    Load.Measured measured,
    Map<StageTimes.Stage, Percentiles> stages,
    Cost cost) {
  Phase {
    stages = Map.copyOf(stages);
  }

  /**
   * What a load takes of the machine.
   *
   * @param cpuSeconds processor time of this process in the measured stretch, whoever used it: the
   *     pipeline, the load, and the broker if it runs in this process
   * @param residentBytes memory of this process at the end; empty where the system does not tell
   * @param writtenBytes growth of the pipeline's topics over the whole phase, what was not measured
   *     included
   */
  record Cost(double cpuSeconds, OptionalLong residentBytes, long writtenBytes) {}

  double cpuSecondsPer1000() {
    return Figures.ratio(cost.cpuSeconds() * 1_000, (double) measured.counts().landedInWindow());
  }

  double bytesPerIntent() {
    return Figures.ratio((double) cost.writtenBytes(), (double) measured.counts().departed());
  }

  /** Whether each publish was answered as it should be. */
  boolean isAnswered() {
    return measured.counts().unresolved() == 0 && measured.counts().refused() == 0;
  }

  void putInto(ObjectNode json) {
    Flights.Counts counts = measured.counts();
    json.put("mode", pressure.mode().name().toLowerCase(Locale.ROOT));
    json.put("in_flight", pressure.room());
    if (pressure.mode() == BenchSettings.Mode.RATE) {
      json.put("offered_per_s", Figures.rounded(pressure.ratePerSecond()));
    }
    json.put("throughput_per_s", Figures.rounded(measured.perSecond()));
    measured.latencies().putInto(json, "e2e_");
    json.put("measured", measured.latencies().count());
    json.put("published", counts.departed());
    json.put("unresolved", counts.unresolved());
    json.put("refused", counts.refused());
    json.put("unsent", measured.unsent());
    ObjectNode answers = json.putObject("answers");
    for (OutcomeStatus status : OutcomeStatus.values()) {
      if (counts.endings().containsKey(status)) {
        answers.put(status.name(), counts.endings().get(status));
      }
    }
    ObjectNode steps = json.putObject("stages");
    for (StageTimes.Stage stage : StageTimes.Stage.values()) {
      Percentiles times = stages.getOrDefault(stage, new Percentiles(0, 0, 0, 0));
      ObjectNode step = steps.putObject(stage.name().toLowerCase(Locale.ROOT));
      step.put("count", times.count());
      times.putInto(step, "");
    }
    json.put("cpu_seconds_per_1000_intents", Figures.rounded(cpuSecondsPer1000()));
    cost.residentBytes().ifPresent(bytes -> json.put("resident_bytes", bytes));
    json.put("bytes_written_per_intent", Math.round(bytesPerIntent()));
    if (!measured.parts().isEmpty()) {
      ArrayNode parts = json.putArray("intervals");
      measured.parts().forEach(part -> part.putInto(parts.addObject()));
    }
  }
}
