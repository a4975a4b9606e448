package dev.actonce.lab.bench;

/**
 * The measured stretch of a phase, in times of {@link System#nanoTime}, which may overflow.
 *
 * @param fromNanos its first moment
 * @param toNanos the first moment after it
 */
record Window(long fromNanos, long toNanos) {
  /** A stretch after the load has settled. */
  static Window after(long nowNanos, BenchSettings.Times times) {
    long from = nowNanos + times.settling().toNanos();
    return new Window(from, from + times.duration().toNanos());
  }

  /** Measures nothing, and is over at this moment. */
  static Window none(long nowNanos) {
    return new Window(nowNanos, nowNanos);
  }

  boolean contains(long nanos) {
    return hasBegun(nanos) && !isOver(nanos);
  }

  boolean hasBegun(long nanos) {
    return nanos - fromNanos >= 0;
  }

  boolean isOver(long nanos) {
    return nanos - toNanos >= 0;
  }

  double seconds() {
    return (toNanos - fromNanos) / 1e9;
  }
}
