package dev.actonce.metrics;

import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.execution.SettlementObjection;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Map<Series, Counter> refused;
  private final Counter membershipsLost;
  private final Counter deadLetters;
  private final SeriesTable workload;
  private final Map<String, ToolPolicy.Execution> limits;
  private final Labels labels;
  private final InstantSource clock;

  /** Reason of a refused settlement that proves an effect of what was told FAILED. */
  private static final String CONTRADICTS = "told_failed";

  private record ByResult(Timer yes, Timer no, Timer unsure) {}

  /**
   * Makes the meters.
   *
   * @param limits bounds of each tool of the catalog
   */
  public ExecutorMeters(
      Meters meters, Map<String, ToolPolicy.Execution> limits, InstantSource clock) {
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
    refused = refused(meters);
    membershipsLost = meters.counter(Series.of(Metric.MEMBERSHIPS_LOST));
    deadLetters = meters.counter(Series.of(Metric.EXECUTOR_DEAD_LETTERS));
    workload = new SeriesTable(meters);
  }

  private static ByAction<Counter> counters(Meters meters, Labels labels, Metric metric) {
    return new ByAction<>(labels, action -> meters.counter(Series.of(metric, action)));
  }

  /** All of them at once, so that each is there, as 0, before it counts. */
  private static Map<Series, Counter> refused(Meters meters) {
    Map<Series, Counter> counters = new HashMap<>();
    for (Settlement.Source source : Settlement.Source.values()) {
      List<String> reasons = new ArrayList<>(List.of(CONTRADICTS));
      for (SettlementObjection objection : SettlementObjection.values()) {
        reasons.add(Labels.of(objection));
      }
      for (String reason : reasons) {
        Series series = refusedSeries(source, reason);
        counters.put(series, meters.counter(series));
      }
    }
    return counters;
  }

  private static Series refusedSeries(Settlement.Source source, String reason) {
    return Series.of(Metric.SETTLEMENTS_REFUSED, Labels.of(source), reason);
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
    Timer timer =
        result.match(succeeded -> timers.yes(), failed -> timers.no(), unknown -> timers.unsure());
    timer.record(took);
    if (attempt > 1) {
      retries.of(action).increment();
    }
  }

  /** A look-up has ended. */
  public void lookedUp(String action, LookupResult result, Duration took) {
    ByResult timers = lookups.of(action);
    Timer timer =
        result.match(found -> timers.yes(), absent -> timers.no(), inconclusive -> timers.unsure());
    timer.record(took);
  }

  /** An outcome is committed. */
  public void told(Duration sinceReturn) {
    outcome.record(sinceReturn);
  }

  public void reportedEvidence(String action) {
    evidence.of(action).increment();
  }

  /**
   * A settlement was read and changes nothing.
   *
   * @param contradicts whether it proves an effect of a generation that was told FAILED
   */
  public void refusedSettlement(
      Settlement.Source source, SettlementObjection objection, boolean contradicts) {
    String reason = contradicts ? CONTRADICTS : Labels.of(objection);
    Objects.requireNonNull(refused.get(refusedSeries(source, reason))).increment();
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
    values.put(Series.of(Metric.HELD_PARTITIONS), load.held());
    limits.forEach(
        (action, limit) -> {
          values.put(Series.of(Metric.IN_FLIGHT_LIMIT, action), limit.maxInFlight());
          values.put(Series.of(Metric.UNKNOWN_LIMIT, action), limit.maxUnknown());
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
