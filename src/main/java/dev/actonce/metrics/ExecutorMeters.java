package dev.actonce.metrics;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an executor reports of its own work; begins anew with the process. Thread-safe. */
public final class ExecutorMeters {
  private final Timer claim;
  private final Timer outcome;
  private final Timer commit;
  private final ByAction<ByResult> effects;
  private final ByAction<ByResult> lookups;
  private final ByAction<Counter> retries;
  private final ByAction<Counter> evidence;
  private final Counter membershipsLost;
  private final Counter deadLetters;
  private final SeriesTable workload;
  private final Map<String, Integer> limits;
  private final Labels labels;
  private final InstantSource clock;

  private record ByResult(Timer yes, Timer no, Timer unsure) {}

  /**
   * Makes the meters.
   *
   * @param limits most calls at once of each tool of the catalog
   */
  public ExecutorMeters(Meters meters, Map<String, Integer> limits, InstantSource clock) {
    Labels labels = new Labels(limits.keySet());
    this.limits = Map.copyOf(limits);
    this.labels = labels;
    this.clock = clock;
    claim = meters.timer(Series.of(Metric.CLAIM_DURATION));
    outcome = meters.timer(Series.of(Metric.OUTCOME_DURATION));
    commit = meters.timer(Series.of(Metric.COMMIT_DURATION));
    effects =
        new ByAction<>(
            labels,
            action ->
                byResult(meters, Metric.EFFECT_DURATION, action, "succeeded", "failed", "unknown"));
    lookups =
        new ByAction<>(
            labels,
            action ->
                byResult(
                    meters, Metric.LOOKUP_DURATION, action, "found", "absent", "inconclusive"));
    retries = counters(meters, labels, Metric.RETRIES);
    evidence = counters(meters, labels, Metric.EVIDENCE);
    membershipsLost = meters.counter(Series.of(Metric.MEMBERSHIPS_LOST));
    deadLetters = meters.counter(Series.of(Metric.EXECUTOR_DEAD_LETTERS));
    workload = new SeriesTable(meters);
  }

  private static ByAction<Counter> counters(Meters meters, Labels labels, Metric metric) {
    return new ByAction<>(labels, action -> meters.counter(Series.of(metric, action)));
  }

  private static ByResult byResult(
      Meters meters, Metric metric, String action, String yes, String no, String unsure) {
    return new ByResult(
        meters.timer(Series.of(metric, action, yes)),
        meters.timer(Series.of(metric, action, no)),
        meters.timer(Series.of(metric, action, unsure)));
  }

  /**
   * A transaction was committed.
   *
   * @param letters records it put aside
   */
  public void committed(Duration took, int letters) {
    commit.record(took);
    deadLetters.increment(letters);
  }

  /** A new action was claimed, and that is committed. */
  public void claimed(Duration sinceDispatch) {
    claim.record(sinceDispatch.isNegative() ? Duration.ZERO : sinceDispatch);
  }

  /**
   * A call has ended.
   *
   * @param attempt 1 for the first call of the action
   */
  public void returned(String action, int attempt, ActionResult result, Duration took) {
    ByResult timers = effects.of(action);
    if (result instanceof ActionResult.Succeeded) {
      timers.yes().record(took);
    } else if (result instanceof ActionResult.Failed) {
      timers.no().record(took);
    } else {
      timers.unsure().record(took);
    }
    if (attempt > 1) {
      retries.of(action).increment();
    }
  }

  /** A look-up has ended. */
  public void lookedUp(String action, LookupResult result, Duration took) {
    ByResult timers = lookups.of(action);
    if (result instanceof LookupResult.Found) {
      timers.yes().record(took);
    } else if (result instanceof LookupResult.Absent) {
      timers.no().record(took);
    } else {
      timers.unsure().record(took);
    }
  }

  /** An outcome is committed. */
  public void told(Duration sinceReturn) {
    outcome.record(sinceReturn);
  }

  public void reportedEvidence(String action) {
    evidence.of(action).increment();
  }

  public void membershipLost() {
    membershipsLost.increment();
  }

  /** What it is at now, as its poll thread saw it. */
  public void loaded(Workload load) {
    Map<Series, Number> values = new HashMap<>();
    values.put(Series.of(Metric.UNCLAIMED), load.unclaimed());
    values.put(Series.of(Metric.OWNED_PARTITIONS), load.owned());
    values.put(Series.of(Metric.PAUSED_PARTITIONS), load.paused());
    limits.forEach(
        (action, limit) -> {
          values.put(Series.of(Metric.IN_FLIGHT_LIMIT, action), limit);
          put(values, action, ToolLoad.NONE);
        });
    load.tools().forEach((tool, at) -> put(values, labels.action(tool), at));
    workload.publish(values);
  }

  private void put(Map<Series, Number> values, String action, ToolLoad at) {
    values.put(Series.of(Metric.CLAIMS, action, "claimed"), at.claimed());
    values.put(Series.of(Metric.CLAIMS, action, "in_doubt"), at.inDoubt());
    values.put(Series.of(Metric.CLAIMS, action, "unknown"), at.unknown());
    values.put(Series.of(Metric.UNKNOWN_AGE, action), ageSeconds(at.oldestUnknown()));
    values.put(Series.of(Metric.IN_FLIGHT, action), at.running());
    values.put(Series.of(Metric.QUEUED, action), at.queued());
  }

  private double ageSeconds(@Nullable Instant since) {
    return since == null
        ? 0
        : Math.max(0, Duration.between(since, clock.instant()).toMillis() / 1000.0);
  }
}
