package dev.actonce.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.util.Map;

/**
 * Where meters are kept: for Prometheus to fetch, and, if a URL is given, pushed by OTLP as well.
 * Thread-safe.
 */
public final class Registries implements AutoCloseable {
  private final PrometheusMeterRegistry prometheus;
  private final MeterRegistry all;
  private final Hook beforePush;

  private Registries(PrometheusMeterRegistry prometheus, MeterRegistry all, Hook beforePush) {
    this.prometheus = prometheus;
    this.all = all;
    this.beforePush = beforePush;
  }

  /** Only to be fetched. */
  public static Registries pulled() {
    PrometheusMeterRegistry prometheus = prometheus();
    return new Registries(prometheus, prometheus, new Hook());
  }

  /**
   * Also pushed, every minute and on close. Needs {@code micrometer-registry-otlp}.
   *
   * @param url of an OTLP/HTTP receiver, such as {@code http://localhost:4318/v1/metrics}
   */
  public static Registries pushedTo(String url) {
    PrometheusMeterRegistry prometheus = prometheus();
    CompositeMeterRegistry both = new CompositeMeterRegistry(Clock.SYSTEM);
    both.add(prometheus);
    Hook beforePush = new Hook();
    both.add(
        new OtlpMeterRegistry(new Otlp(url), Clock.SYSTEM) {
          @Override
          protected void publish() {
            beforePush.work.run();
            super.publish();
          }
        });
    return new Registries(prometheus, both, beforePush);
  }

  private static final class Hook {
    private volatile Runnable work = () -> {};
  }

  private record Otlp(String url) implements OtlpConfig {
    @Override
    public Map<String, String> resourceAttributes() {
      return Map.of("service.name", "actonce");
    }

    @Override
    @SuppressWarnings("NullAway") // Null means the default, says Micrometer.
    public String get(String key) {
      return null;
    }
  }

  private static PrometheusMeterRegistry prometheus() {
    // A meter with other labels than its namesake would vanish silently.
    return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
        .throwExceptionOnRegistrationFailure();
  }

  /** Runs before each push, to bring the meters up to date. */
  public void beforePush(Runnable refresh) {
    beforePush.work = refresh;
  }

  public Meters meters() {
    return new Meters(all);
  }

  /** All meters in Prometheus' text format. */
  public String text() {
    return prometheus.scrape();
  }

  @Override
  public void close() {
    all.close();
    prometheus.close();
  }
}
