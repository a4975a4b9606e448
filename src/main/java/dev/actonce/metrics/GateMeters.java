package dev.actonce.metrics;

import dev.actonce.core.outcome.OutcomeStatus;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;

/**
 * What a gate reports of its own work. What it decided is counted in its tally, not here: these
 * figures begin anew with the process. Thread-safe.
 */
public final class GateMeters {
  private final Timer decision;
  private final ByAction<Timer> succeeded;
  private final ByAction<Timer> failed;
  private final SeriesTable restores;
  private final Map<Restore, Long> running = new HashMap<>();

  private record Restore(String store, int partition) {}

  public GateMeters(Meters meters, Labels labels) {
    decision = meters.timer(Series.of(Metric.GATE_DURATION));
    succeeded = path(meters, labels, OutcomeStatus.SUCCEEDED);
    failed = path(meters, labels, OutcomeStatus.FAILED);
    restores = new SeriesTable(meters);
    publishRestores();
  }

  private static ByAction<Timer> path(Meters meters, Labels labels, OutcomeStatus status) {
    return new ByAction<>(
        labels,
        action -> meters.timer(Series.of(Metric.ACTION_DURATION, action, Labels.of(status))));
  }

  /**
   * An intent was decided over.
   *
   * @param sinceArrival negative when the clocks differ
   */
  public void decided(Duration sinceArrival) {
    decision.record(atLeastZero(sinceArrival));
  }

  /** An action had its final outcome. */
  public void ended(String action, OutcomeStatus status, Duration sinceArrival) {
    ByAction<Timer> timers = status == OutcomeStatus.SUCCEEDED ? succeeded : failed;
    timers.of(action).record(atLeastZero(sinceArrival));
  }

  /** A restore goes on; {@link #restored} ends it. */
  public synchronized void restoring(String store, int partition, long remainingRecords) {
    running.put(new Restore(store, partition), remainingRecords);
    publishRestores();
  }

  public synchronized void restored(String store, int partition) {
    running.remove(new Restore(store, partition));
    publishRestores();
  }

  /** The gate works, so whatever restore did not say that it ended is over. */
  public synchronized void nothingRestores() {
    if (!running.isEmpty()) {
      running.clear();
      publishRestores();
    }
  }

  /** Records that running restores have still to read, by store. */
  public synchronized Map<String, Long> remaining() {
    return running.entrySet().stream()
        .collect(
            Collectors.groupingBy(
                e -> e.getKey().store(), Collectors.summingLong(Entry::getValue)));
  }

  private synchronized void publishRestores() {
    Map<Series, Number> values = new HashMap<>();
    values.put(Series.of(Metric.RESTORING), running.size());
    remaining()
        .forEach((store, left) -> values.put(Series.of(Metric.RESTORE_REMAINING, store), left));
    restores.publish(values);
  }

  private static Duration atLeastZero(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
