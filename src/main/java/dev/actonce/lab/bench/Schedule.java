package dev.actonce.lab.bench;

/**
 * The times at which a load means to publish, evenly spread. They are fixed before the first
 * publish, so a pipeline that stalls does not stretch them: a publish that had to wait is late, and
 * its latency counts from here.
 *
 * @param startNanos time of the first publish
 * @param ratePerSecond publishes per second
 */
record Schedule(long startNanos, double ratePerSecond) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** When a publish is meant to happen; the first one has index 0. */
  long intendedNanos(long index) {
    return startNanos + (long) (index * NANOS_PER_SECOND / ratePerSecond);
  }

  /** How many publishes are meant to happen before a time. */
  long dueBefore(long nanos) {
    double intervals = (nanos - startNanos) * ratePerSecond / NANOS_PER_SECOND;
    return Math.max(0, (long) Math.ceil(intervals));
  }
}
