package dev.actonce.lab.bench;

import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The publishes of one phase that are under way, bounded, and what became of the others.
 * Thread-safe.
 */
final class Flights {
  private final int bound;
  private final Window window;
  private final Semaphore free;
  private final Map<Long, Long> intendedNanos = new ConcurrentHashMap<>();
  private final Latencies latencies = new Latencies();
  private final Latencies recent = new Latencies();
  private final Map<OutcomeStatus, Long> endings = new EnumMap<>(OutcomeStatus.class);
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private long departed;
  private long landedInWindow;

  /**
   * What became of them.
   *
   * @param departed publishes in all
   * @param landedInWindow final answers that came in the measured stretch
   * @param unresolved publishes without a final answer
   * @param endings final answers by status
   */
  record Counts(
      long departed, long landedInWindow, long unresolved, Map<OutcomeStatus, Long> endings) {
    Counts {
      endings = Map.copyOf(endings);
    }

    /** Final answers to publishes that were neither performed nor known as done. */
    long refused() {
      return endings.entrySet().stream()
          .filter(ending -> ending.getKey() != OutcomeStatus.SUCCEEDED)
          .filter(ending -> ending.getKey() != OutcomeStatus.ALREADY_DONE)
          .mapToLong(Map.Entry::getValue)
          .sum();
    }
  }

  /**
   * @param bound most publishes under way
   * @param window latencies are those of publishes that were meant to happen in it
   */
  Flights(int bound, Window window) {
    this.bound = bound;
    this.window = window;
    this.free = new Semaphore(bound);
  }

  int bound() {
    return bound;
  }

  /**
   * Waits for room for one more; false when there is none within the limit.
   *
   * @throws RuntimeException what the load failed with, if it did
   */
  boolean reserve(Duration limit) throws InterruptedException {
    requireNoFailure();
    return free.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Gives the reserved room back. */
  void cancel() {
    free.release();
  }

  /** A publish for which room was reserved is about to be sent. */
  void depart(long flight, long intended) {
    intendedNanos.put(flight, intended);
    synchronized (this) {
      departed++;
    }
  }

  /** An answer has come; one that is not final, or is not to a publish of this phase, is left. */
  void land(long flight, OutcomeStatus status, long nowNanos) {
    Long intended = status.isFinal() ? intendedNanos.remove(flight) : null;
    if (intended == null) {
      return;
    }
    if (window.contains(intended)) {
      latencies.record(nowNanos - intended);
      recent.record(nowNanos - intended);
    }
    synchronized (this) {
      endings.merge(status, 1L, Long::sum);
      if (window.contains(nowNanos)) {
        landedInWindow++;
      }
    }
    free.release();
  }

  /** The load cannot go on. */
  void fail(RuntimeException cause) {
    failure.compareAndSet(null, cause);
    free.release(); // So that the sender looks.
  }

  /** Waits until all have landed; returns early when the time is over or the load has failed. */
  void awaitLanded(Duration limit) throws InterruptedException {
    if (free.tryAcquire(bound, limit.toNanos(), TimeUnit.NANOSECONDS)) {
      free.release(bound);
    }
    requireNoFailure();
  }

  Percentiles latencies() {
    return latencies.percentiles();
  }

  /** Of those that have landed since this was last asked. */
  Percentiles takeRecent() {
    return recent.take();
  }

  synchronized Counts counts() {
    return new Counts(departed, landedInWindow, intendedNanos.size(), endings);
  }

  private void requireNoFailure() {
    RuntimeException cause = failure.get();
    if (cause != null) {
      throw cause;
    }
  }
}
