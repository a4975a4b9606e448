package dev.actonce.core.simulation;

import dev.actonce.core.RetryPolicy;
import java.time.Duration;

/** Durations that the simulated parties agree on, and the limits that they declare. */
final class Bounds {
  static final int PARTITIONS = 2;
  static final Duration LEASE = Duration.ofSeconds(4);
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(6);
  static final Duration LOOKUP_LAG = Duration.ofSeconds(5);
  static final Duration WINDOW = Duration.ofSeconds(60);
  static final Duration MEMORY = Duration.ofSeconds(150);
  static final Duration SHORT_KEY_LIFE = Duration.ofSeconds(14);
  static final RetryPolicy RETRY =
      new RetryPolicy(4, Duration.ofMillis(500), Duration.ofSeconds(10));

  /** A host's wall clock is at most so far off. */
  static final int CLOCK_OFFSET_MS = 50;

  /** A host's wall clock drifts at most so far away from its offset. */
  static final int CLOCK_DRIFT_MS = 100;

  /** Longest time for which all clocks of a host stand still. */
  static final int CLOCK_PAUSE_MS = 800;

  /** What the machine keeps away from the end of a provider key's life. */
  static final Duration KEY_MARGIN = LEASE.plusSeconds(2);

  private Bounds() {}
}
