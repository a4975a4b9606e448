package dev.actonce.lab.bench;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.topology.GateListener;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long each step takes, as gate and executors tell it while a phase is measured. Thread-safe.
 */
final class StageTimes implements GateListener, ExecutorListener {
  /** A step on the way from intent to outcome. */
  enum Stage {
    /** From the intent's arrival at the broker until the decision is sent. */
    GATE,
    /** From the approval's arrival at the broker until the claim is committed. */
    CLAIM,
    /** The call itself. */
    EFFECT,
    /** From the return of the call until the outcome is committed. */
    OUTCOME
  }

  private volatile @Nullable Map<Stage, Latencies> current;

  /** Begins to collect, from nothing. */
  void begin() {
    Map<Stage, Latencies> fresh = new EnumMap<>(Stage.class);
    for (Stage stage : Stage.values()) {
      fresh.put(stage, new Latencies());
    }
    current = fresh;
  }

  /** Ends the collection that was begun. */
  Map<Stage, Percentiles> end() {
    Map<Stage, Latencies> collected = current;
    current = null;
    Map<Stage, Percentiles> percentiles = new EnumMap<>(Stage.class);
    if (collected != null) {
      collected.forEach((stage, times) -> percentiles.put(stage, times.percentiles()));
    }
    return percentiles;
  }

  @Override
  public void decided(Duration sinceArrival) {
    took(Stage.GATE, sinceArrival);
  }

  @Override
  public void claimed(Duration sinceDispatch) {
    took(Stage.CLAIM, sinceDispatch);
  }

  @Override
  public void returned(Claim claim, ActionResult result, Duration took) {
    took(Stage.EFFECT, took);
  }

  @Override
  public void told(Duration sinceReturn) {
    took(Stage.OUTCOME, sinceReturn);
  }

  private void took(Stage stage, Duration time) {
    Map<Stage, Latencies> collecting = current;
    Latencies times = collecting == null ? null : collecting.get(stage);
    if (times != null) {
      times.record(time.toNanos());
    }
  }
}
