package dev.actonce.executor;

import java.time.Duration;
import java.util.function.LongSupplier;

/** When the poll loop last turned, and whether it serves its share. Written by the poll thread. */
final class Pulse {
  private final LongSupplier nanoClock;
  private volatile long turnedAtNanos;
  private volatile boolean serving;

  Pulse(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.turnedAtNanos = nanoClock.getAsLong();
  }

  void turned(boolean isServing) {
    serving = isServing;
    turnedAtNanos = nanoClock.getAsLong();
  }

  boolean isServing() {
    return serving;
  }

  Duration sinceTurn() {
    return Duration.ofNanos(Math.max(0, nanoClock.getAsLong() - turnedAtNanos));
  }
}
