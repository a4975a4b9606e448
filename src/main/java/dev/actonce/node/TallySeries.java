package dev.actonce.node;

import dev.actonce.core.gate.Verdict;
import dev.actonce.metrics.Labels;
import dev.actonce.metrics.Metric;
import dev.actonce.metrics.Series;
import dev.actonce.topology.TallyLine;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows the gate's committed counts as series. */
final class TallySeries {
  private static final Set<String> VERDICTS =
      Arrays.stream(Verdict.Kind.values()).map(Enum::name).collect(Collectors.toSet());

  private TallySeries() {}

  /**
   * One series for each line of each partition. The partition is a label, so that its counts go on
   * at the same value when another instance shows them.
   */
  static Map<Series, Long> of(Map<Integer, Map<TallyLine, Long>> tally) {
    Map<Series, Long> counts = new HashMap<>();
    tally.forEach(
        (partition, lines) ->
            lines.forEach(
                (line, count) ->
                    series(partition.toString(), line)
                        .ifPresent(series -> counts.merge(series, count, Long::sum))));
    return counts;
  }

  /** Empty for what a later version may count. */
  private static Optional<Series> series(String partition, TallyLine line) {
    String action = line.action();
    String tenant = line.tenant();
    String detail = Labels.of(line.detail());
    if (VERDICTS.contains(line.what())) {
      boolean isRejected = line.what().equals(Verdict.Kind.REJECTED.name());
      String cause = isRejected ? "" : detail;
      String code = isRejected ? detail : "";
      String verdict = Labels.of(line.what());
      return Optional.of(
          Series.of(Metric.INTENTS, partition, action, tenant, verdict, cause, code));
    }
    return switch (line.what()) {
      case TallyLine.OUTCOME ->
          Optional.of(Series.of(Metric.OUTCOMES, partition, action, tenant, detail));
      case TallyLine.SETTLED -> Optional.of(Series.of(Metric.SETTLED, partition, action, detail));
      case TallyLine.REROUTED -> Optional.of(Series.of(Metric.REROUTES, partition, action));
      case TallyLine.SUSPECTED -> Optional.of(Series.of(Metric.SUSPECTS, partition, action));
      case TallyLine.DEAD_LETTER -> Optional.of(Series.of(Metric.DEAD_LETTERS, partition, detail));
      default -> Optional.empty();
    };
  }
}
