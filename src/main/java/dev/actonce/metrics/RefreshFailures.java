package dev.actonce.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Counts refreshes that failed. Thread-safe. */
public final class RefreshFailures {
  /** What was refreshed. */
  public enum Source {
    /** Counts and figures of gate and executor. */
    PARTS,
    /** Offsets of the pipeline's topics. */
    OFFSETS
  }

  private final Map<Source, Counter> counters = new EnumMap<>(Source.class);

  public RefreshFailures(Meters meters) {
    for (Source source : Source.values()) {
      counters.put(source, meters.counter(Series.of(Metric.REFRESH_FAILURES, Labels.of(source))));
    }
  }

  public void count(Source source) {
    Objects.requireNonNull(counters.get(source)).increment();
  }
}
