package dev.actonce.core.simulation;

import java.time.Instant;

/** The wall clock of one host: off, drifting, and behind after a pause until it is corrected. */
final class HostClock {
  private static final int CORRECTED_AFTER_MS = 30_000;

  private final Timeline time;
  private final int offsetMs;
  private final double driftPerMs;
  private long behindMs;

  HostClock(Timeline time) {
    this.time = time;
    this.offsetMs = time.below(2 * Bounds.CLOCK_OFFSET_MS + 1) - Bounds.CLOCK_OFFSET_MS;
    this.driftPerMs = (time.jitter() - 0.5) / 1_000;
  }

  Instant now() {
    long driftMs = Math.round(time.nowMs() * driftPerMs);
    long boundedMs =
        Math.max(-Bounds.CLOCK_DRIFT_MS, Math.min(Bounds.CLOCK_DRIFT_MS, driftMs)) - behindMs;
    return time.now().plusMillis(offsetMs + boundedMs);
  }

  /** All clocks of the host stand still for a while; returns for how long. */
  int pause() {
    if (behindMs > 0) {
      return 0;
    }
    int pauseMs = 1 + time.below(Bounds.CLOCK_PAUSE_MS);
    behindMs = pauseMs;
    time.afterMillis(pauseMs + time.below(CORRECTED_AFTER_MS), () -> behindMs = 0);
    return pauseMs;
  }
}
