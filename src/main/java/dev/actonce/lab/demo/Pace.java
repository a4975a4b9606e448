package dev.actonce.lab.demo;

import java.time.Duration;

/** When the next publish is due. Lost time is not made up for. Confined to one thread; pure. */
final class Pace {
  private final long intervalNanos;
  private final long startNanos;
  private long dueNanos;

  Pace(double perSecond, long nowNanos) {
    this.intervalNanos = Math.round(1_000_000_000 / perSecond);
    this.startNanos = nowNanos;
    this.dueNanos = nowNanos;
  }

  /** How long to wait for the next one. */
  Duration next(long nowNanos) {
    long wait = Math.max(0, dueNanos - nowNanos);
    dueNanos = nowNanos + wait + intervalNanos;
    return Duration.ofNanos(wait);
  }

  boolean hasLasted(Duration limit, long nowNanos) {
    return nowNanos - startNanos >= limit.toNanos();
  }
}
