package dev.actonce.lab.bench;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Collects times with three exact digits, from a microsecond to an hour. Thread-safe. */
final class Latencies {
  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);
  private static final int DIGITS = 3;
  private static final double MICROS_PER_MS = 1_000;

  private final Histogram micros = new Histogram(MAX_MICROS, DIGITS);

  /** Adds a time; a negative one, of clocks that differ, counts as zero. */
  synchronized void record(long nanos) {
    long value = Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos));
    micros.recordValue(Math.min(MAX_MICROS, value));
  }

  /** The percentiles so far; forgets all times. */
  synchronized Percentiles take() {
    Percentiles taken = percentiles();
    micros.reset();
    return taken;
  }

  synchronized Percentiles percentiles() {
    return new Percentiles(micros.getTotalCount(), at(50), at(99), at(99.9));
  }

  private double at(double percentile) {
    return micros.getValueAtPercentile(percentile) / MICROS_PER_MS;
  }
}
