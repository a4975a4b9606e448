package dev.actonce.core.simulation;

import java.time.Duration;

/** Durations that the simulated parties agree on. */
final class Bounds {
  static final Duration LEASE = Duration.ofSeconds(4);
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(6);
  static final Duration HORIZON = Duration.ofMinutes(5);
  static final int ATTEMPTS = 3;

  private Bounds() {}
}
