package dev.actonce.executor;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** When the poll loop last turned, and what keeps it from serving. Written by the poll thread. */
final class Pulse {
  private final LongSupplier nanoClock;
  private final Duration lease;
  private volatile long turnedAtNanos;
  private volatile @Nullable String obstacle = "starts";

  /**
   * A pulse that has just beaten.
   *
   * @param lease a loop that has not turned for longer serves nobody: it waits for the brokers
   */
  Pulse(Duration lease, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.lease = lease;
    this.turnedAtNanos = nanoClock.getAsLong();
  }

  /**
   * The loop turned.
   *
   * @param newObstacle why it does not serve; empty if it does
   */
  void turned(Optional<String> newObstacle) {
    obstacle = newObstacle.orElse(null);
    turnedAtNanos = nanoClock.getAsLong();
  }

  /** The loop stands until something passes. */
  void stopped(String newObstacle) {
    turned(Optional.of(newObstacle));
  }

  /** Why it does not serve now; empty if it does. */
  Optional<String> obstacle() {
    String known = obstacle;
    Duration since = sinceTurn();
    return known == null && since.compareTo(lease) > 0
        ? Optional.of(
            "its loop has not turned for "
                + since.toSeconds()
                + " s: the brokers do not answer, or a record takes long")
        : Optional.ofNullable(known);
  }

  Duration sinceTurn() {
    return Duration.ofNanos(Math.max(0, nanoClock.getAsLong() - turnedAtNanos));
  }
}
