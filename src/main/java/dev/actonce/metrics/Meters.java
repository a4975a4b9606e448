package dev.actonce.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/** Makes the meters of {@link Metric} in one registry. Thread-safe. */
public final class Meters {
  private final MeterRegistry registry;

  public Meters(MeterRegistry registry) {
    this.registry = registry;
  }

  Timer timer(Series series) {
    Metric metric = series.metric();
    return Timer.builder(metric.id())
        .description(metric.meaning())
        .tags(series.tags())
        .serviceLevelObjectives(metric.buckets().toArray(Duration[]::new))
        .register(registry);
  }

  Counter counter(Series series) {
    return Counter.builder(series.metric().id())
        .description(series.metric().meaning())
        .tags(series.tags())
        .register(registry);
  }

  /** A counter or gauge whose value is asked for when it is shown. */
  Meter asked(Series series, Supplier<Number> value) {
    Metric metric = series.metric();
    if (metric.type() == MetricType.COUNTER) {
      return FunctionCounter.builder(metric.id(), value, asked -> asked.get().doubleValue())
          .description(metric.meaning())
          .tags(series.tags())
          .register(registry);
    }
    Gauge.Builder<Supplier<Number>> gauge =
        Gauge.builder(metric.id(), value)
            .description(metric.meaning())
            .tags(series.tags())
            .strongReference(true);
    return metric.unit().equals("seconds")
        ? gauge.baseUnit("seconds").register(registry)
        : gauge.register(registry);
  }

  void remove(Meter meter) {
    registry.remove(meter);
  }
}
