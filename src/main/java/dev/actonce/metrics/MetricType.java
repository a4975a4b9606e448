package dev.actonce.metrics;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What kind of figure a metric is, and how it is shown. */
public enum MetricType {
  /** Only rises while its source lives; the name ends in {@code _total}. */
  COUNTER,
  /** Goes up and down. */
  GAUGE,
  /** Time inside the pipeline: 1 ms to 30 s. A gauge {@code _max} goes with it. */
  HISTOGRAM,
  /** Time outside it: 1 ms to one hour. A gauge {@code _max} goes with it. */
  LONG_HISTOGRAM;

  private static final long[] SHORT_MS = {
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000
  };
  private static final long[] LONG_MS = {
    1, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000
  };

  boolean isHistogram() {
    return this == HISTOGRAM || this == LONG_HISTOGRAM;
  }

  /** As the exposition format calls it. */
  public String exposed() {
    return isHistogram() ? "histogram" : name().toLowerCase(Locale.ROOT);
  }

  /** Upper bounds of the buckets; none but of a histogram. */
  List<Duration> buckets() {
    long[] bounds =
        switch (this) {
          case HISTOGRAM -> SHORT_MS;
          case LONG_HISTOGRAM -> LONG_MS;
          case COUNTER, GAUGE -> new long[0];
        };
    return Arrays.stream(bounds).mapToObj(Duration::ofMillis).toList();
  }
}
