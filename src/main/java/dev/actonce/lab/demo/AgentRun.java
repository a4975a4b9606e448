package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Drives planned publishes through the pipeline with some agents at once, and waits until each has
 * its outcome, or none came for the settings' patience. One use.
 */
final class AgentRun {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int PUBLISH_ATTEMPTS = 10;
  private static final long PUBLISH_PAUSE_MS = 500;

  private final List<PlannedPublish> publishes;
  private final Pipeline pipeline;
  private final DemoSettings.Agents agents;
  private final PhaseTally tally;
  private final AtomicInteger cursor = new AtomicInteger();
  private final Semaphore window;
  private final AtomicReference<@Nullable ActOnceException> failure = new AtomicReference<>();

  AgentRun(List<PlannedPublish> publishes, Pipeline pipeline, DemoSettings.Agents agents) {
    this.publishes = List.copyOf(publishes);
    this.pipeline = pipeline;
    this.agents = agents;
    this.tally = new PhaseTally(publishes.size());
    this.window = new Semaphore(agents.count() * agents.inFlight());
  }

  /**
   * Runs to the end.
   *
   * @throws ActOnceException as publishing does when trying again does not help
   */
  PhaseTally run(Progress progress) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(agents.count());
    try {
      for (int agent = 0; agent < agents.count(); agent++) {
        threads.execute(this::publishAll);
      }
      awaitOutcomes(progress);
    } finally {
      threads.shutdownNow();
    }
    ActOnceException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return tally;
  }

  private void awaitOutcomes(Progress progress) throws InterruptedException {
    int seen = 0;
    long quietSince = System.nanoTime();
    boolean all = false;
    while (!all && failure.get() == null) {
      all = tally.awaitAll(POLL);
      int done = tally.done();
      progress.show(done, publishes.size());
      long now = System.nanoTime();
      if (done > seen) {
        seen = done;
        quietSince = now;
      } else if (now - quietSince > agents.patience().toNanos()) {
        return;
      }
    }
  }

  /** One agent's thread. */
  private void publishAll() {
    try {
      int next = cursor.getAndIncrement();
      while (next < publishes.size() && failure.get() == null) {
        window.acquire();
        publish(publishes.get(next).intent());
        next = cursor.getAndIncrement();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ActOnceException e) {
      if (e.code() != ErrorCode.INTERRUPTED) { // That is how this run ends its own patience.
        failure.compareAndSet(null, e);
      }
    }
  }

  private void publish(ActionIntent intent) throws InterruptedException {
    long start = System.nanoTime();
    Pipeline.Pending pending = publishPatiently(intent);
    pending
        .outcome()
        .whenComplete(
            (event, error) -> {
              Duration took = Duration.ofNanos(System.nanoTime() - start);
              tally.answered(pending.requestId(), event, took);
              window.release();
            });
  }

  private Pipeline.Pending publishPatiently(ActionIntent intent) throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return pipeline.publish(intent);
      } catch (ActOnceException e) {
        boolean retry = e.code().category() == ErrorCategory.RETRYABLE;
        if (!retry || e.code() == ErrorCode.INTERRUPTED || attempt == PUBLISH_ATTEMPTS) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(PUBLISH_PAUSE_MS);
      }
    }
  }
}
