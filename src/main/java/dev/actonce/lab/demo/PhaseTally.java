package dev.actonce.lab.demo;

import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts what the publishes of one phase were told, and how long that took. Thread-safe. */
final class PhaseTally {
  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);
  private static final int DIGITS = 3;

  private final int total;
  private final CountDownLatch open;
  private final Map<OutcomeStatus, Integer> outcomes = new EnumMap<>(OutcomeStatus.class);
  private final Histogram micros = new Histogram(MAX_MICROS, DIGITS);
  private int admitted;
  private int blocked;

  PhaseTally(int total) {
    this.total = total;
    this.open = new CountDownLatch(total);
  }

  /** A publish was told its outcome, or that there will be none. */
  void answered(String requestId, @Nullable OutcomeEvent event, Duration took) {
    if (event != null && event.status().isFinal()) {
      count(requestId, event, took);
    }
    open.countDown();
  }

  /**
   * A publish is admitted when the action was performed for it, and blocked when it was answered on
   * behalf of an earlier one. The event may be addressed to another publish of the same action: its
   * SUCCEEDED is ALREADY_DONE to this one, and the other way round.
   */
  private synchronized void count(String requestId, OutcomeEvent event, Duration took) {
    boolean own = requestId.equals(event.about().originalRequestId());
    OutcomeStatus status =
        switch (event.status()) {
          case SUCCEEDED, ALREADY_DONE ->
              own ? OutcomeStatus.SUCCEEDED : OutcomeStatus.ALREADY_DONE;
          case FAILED, UNKNOWN, IN_PROGRESS, CONFLICT, REJECTED -> event.status();
        };
    outcomes.merge(status, 1, Integer::sum);
    boolean duplicateOrAdmitted =
        status != OutcomeStatus.CONFLICT && status != OutcomeStatus.REJECTED;
    if (duplicateOrAdmitted && own) {
      admitted++;
    } else if (duplicateOrAdmitted) {
      blocked++;
    }
    micros.recordValue(Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(took.toNanos())));
  }

  boolean awaitAll(Duration limit) throws InterruptedException {
    return open.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Publishes that are through, with or without an outcome. */
  int done() {
    return total - (int) open.getCount();
  }

  synchronized Answers answers() {
    int told = outcomes.values().stream().mapToInt(Integer::intValue).sum();
    return new Answers(outcomes, total - told, admitted, blocked);
  }

  synchronized Latency latency() {
    return new Latency(
        micros.getValueAtPercentile(50) / 1000.0, micros.getValueAtPercentile(99) / 1000.0);
  }

  /**
   * What the publishes were told.
   *
   * @param outcomes publishes by final status
   * @param unresolved publishes without a final outcome
   * @param admitted publishes for which the action was performed
   * @param blocked publishes that were answered as duplicates
   */
  record Answers(Map<OutcomeStatus, Integer> outcomes, int unresolved, int admitted, int blocked) {
    Answers {
      Map<OutcomeStatus, Integer> copy = new EnumMap<>(OutcomeStatus.class);
      copy.putAll(outcomes);
      outcomes = Map.copyOf(copy);
    }

    /** Share of blocked publishes among those that were admitted or blocked; 0 without any. */
    double dar() {
      int all = admitted + blocked;
      return all == 0 ? 0 : (double) blocked / all;
    }
  }

  /** Median and 99th percentile, in milliseconds; 0 when nothing was measured. */
  record Latency(double p50Ms, double p99Ms) {}
}
