package dev.actonce.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** Virtual time as the broker sees it, the one source of randomness, and the events to come. */
final class Timeline {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private record Event(long dueMs, long order, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::dueMs).thenComparingLong(Event::order));
  private final Random random;
  private final long faultsEndMs;
  private final Coverage coverage = new Coverage();
  private long nowMs;
  private long order;

  Timeline(long seed, Duration faultsEnd) {
    this.random = new Random(seed);
    this.faultsEndMs = faultsEnd.toMillis();
  }

  Instant now() {
    return START.plusMillis(nowMs);
  }

  long nowMs() {
    return nowMs;
  }

  Coverage coverage() {
    return coverage;
  }

  void after(Duration delay, Runnable action) {
    afterMillis(delay.toMillis(), action);
  }

  void afterMillis(long delayMs, Runnable action) {
    events.add(new Event(nowMs + delayMs, order++, action));
  }

  /** Runs the next event; false when there is none up to the limit. */
  boolean step(Duration limit) {
    Event event = events.peek();
    if (event == null || event.dueMs() > limit.toMillis()) {
      return false;
    }
    events.remove();
    nowMs = event.dueMs();
    event.action().run();
    return true;
  }

  boolean hasFaults() {
    return nowMs < faultsEndMs;
  }

  /** Whether a fault strikes now. */
  boolean strikes(Fault fault) {
    boolean strikes = random.nextInt(fault.oneIn()) == 0 && hasFaults();
    if (strikes) {
      coverage.reached(fault);
    }
    return strikes;
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  double jitter() {
    return random.nextDouble();
  }
}
