package dev.actonce.executor;

import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Next;
import dev.actonce.metrics.ToolLoad;
import dev.actonce.metrics.Workload;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listener now and then what the executor is at. It walks over all live claims, so it
 * waits for longer the longer that takes. Confined to the poll thread.
 */
final class LoadReports {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_PER_COST = 50;

  private final Executions executions;
  private final Assignment assignment;
  private final ExecutorListener listener;
  private final LongSupplier nanoClock;
  private long nextAtNanos;

  LoadReports(
      Executions executions,
      Assignment assignment,
      ExecutorListener listener,
      LongSupplier nanoClock) {
    this.executions = executions;
    this.assignment = assignment;
    this.listener = listener;
    this.nanoClock = nanoClock;
    this.nextAtNanos = nanoClock.getAsLong();
  }

  void reportIfDue() {
    long now = nanoClock.getAsLong();
    if (now - nextAtNanos >= 0) {
      listener.loaded(load());
      long cost = nanoClock.getAsLong() - now;
      nextAtNanos = now + Math.max(EVERY_NANOS, cost * PAUSE_PER_COST);
    }
  }

  /** Nothing is owned any more. */
  void reportNothing() {
    listener.loaded(new Workload(Map.of(), 0, 0, 0));
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
    return new Workload(tools, assignment.unclaimed(), assignment.owned().size(), paused);
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
      } else if (!(execution.next() instanceof Next.AwaitSettlement)) {
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
