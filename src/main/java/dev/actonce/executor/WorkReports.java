package dev.actonce.executor;

import dev.actonce.core.execution.Claim;
import dev.actonce.metrics.ToolLoad;
import dev.actonce.metrics.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listener how long committed work has waited, and now and then what the executor is at.
 * The latter walks over all live claims, so it waits for longer the longer that takes. Confined to
 * the poll thread.
 */
final class WorkReports {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_PER_COST = 50;

  private final Executions executions;
  private final Assignment assignment;
  private final Holds holds;
  private final ExecutorListener listener;
  private final Clocks clocks;
  private long nextAtNanos;

  WorkReports(
      Executions executions,
      Assignment assignment,
      Holds holds,
      ExecutorListener listener,
      Clocks clocks) {
    this.executions = executions;
    this.assignment = assignment;
    this.holds = holds;
    this.listener = listener;
    this.clocks = clocks;
    this.nextAtNanos = clocks.nano().getAsLong();
  }

  /** What a committed batch had waited for. */
  void reportWaits(Batch batch) {
    long nowMs = clocks.wall().millis();
    for (long appendedAtMs : batch.dispatchedAtMs()) {
      if (appendedAtMs >= 0) { // A record without a time says nothing.
        listener.claimed(Duration.ofMillis(nowMs - appendedAtMs));
      }
    }
    long nowNanos = clocks.nano().getAsLong();
    for (long returnedAtNanos : batch.answeredAtNanos()) {
      listener.told(Duration.ofNanos(nowNanos - returnedAtNanos));
    }
  }

  void reportLoadIfDue() {
    long now = clocks.nano().getAsLong();
    if (now - nextAtNanos >= 0) {
      listener.loaded(load());
      long cost = clocks.nano().getAsLong() - now;
      nextAtNanos = now + Math.max(EVERY_NANOS, cost * PAUSE_PER_COST);
    }
  }

  /** Nothing is owned any more. */
  void reportNothing() {
    listener.loaded(new Workload(Map.of(), 0, 0, 0, 0));
  }

  private Workload load() {
    Map<String, Counts> counts = new HashMap<>();
    executions
        .live()
        .forEach(
            execution ->
                counts
                    .computeIfAbsent(execution.tool().policy().action(), action -> new Counts())
                    .add(execution));
    Map<String, ToolLoad> tools = new HashMap<>();
    counts.forEach((action, at) -> tools.put(action, at.toLoad()));
    int paused = (int) assignment.owned().stream().filter(assignment::hasUnclaimed).count();
    return new Workload(
        tools, assignment.unclaimed(), assignment.owned().size(), paused, holds.count());
  }

  private static final class Counts {
    private int running;
    private int queued;
    private int claimed;
    private int inDoubt;
    private int unknown;
    private @Nullable Instant oldest;

    void add(Execution execution) {
      if (execution.isRunning()) {
        running++;
      } else if (!execution.next().awaitsSettlement()) {
        queued++;
      }
      Claim claim = execution.claim();
      Instant since = claim.progress().unknownSince();
      if (since != null) {
        unknown++;
        oldest = oldest == null || since.isBefore(oldest) ? since : oldest;
      } else if (claim.isInDoubt()) {
        inDoubt++;
      } else {
        claimed++;
      }
    }

    ToolLoad toLoad() {
      return new ToolLoad(running, queued, claimed, inDoubt, unknown, oldest);
    }
  }
}
