package dev.actonce.node;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.KafkaConfig;
import dev.actonce.config.MetricsConfig;
import dev.actonce.core.ToolPolicy;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.PartitionLags;
import dev.actonce.metrics.ExecutorMeters;
import dev.actonce.metrics.GateMeters;
import dev.actonce.metrics.Health;
import dev.actonce.metrics.Labels;
import dev.actonce.metrics.Meters;
import dev.actonce.metrics.Metric;
import dev.actonce.metrics.MetricsEndpoint;
import dev.actonce.metrics.RefreshFailures;
import dev.actonce.metrics.Registries;
import dev.actonce.metrics.Series;
import dev.actonce.metrics.SeriesTable;
import dev.actonce.topology.GateApp;
import dev.actonce.topology.GateReporting;
import dev.actonce.topology.SuspectsApp;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics and the health of one process. What changes slowly is asked for when somebody looks,
 * one look at a time, so that no figure that was shown is followed by an older one. Thread-safe.
 */
final class ProcessMetrics implements Metering {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessMetrics.class);

  private final Set<String> tenants;
  private final Map<String, ToolPolicy.Execution> limits;
  private final Registries registries;
  private final Meters meters;
  private final SeriesTable states;
  private final RefreshFailures failures;
  // Health must answer also while a scrape refreshes slowly, so it takes no lock.
  private final Map<String, Watch> watches = new ConcurrentSkipListMap<>();
  private final Parts closing = new Parts();
  private @Nullable GateMeters gateMeters;
  private @Nullable String url;

  private ProcessMetrics(Set<String> tenants, Catalog catalog, Registries registries) {
    this.tenants = tenants;
    this.limits =
        catalog.tools().stream()
            .collect(Collectors.toMap(Tool::action, tool -> tool.policy().execution()));
    this.registries = registries;
    this.meters = registries.meters();
    this.states = new SeriesTable(meters);
    this.failures = new RefreshFailures(meters);
    closing.add(registries);
  }

  static ProcessMetrics start(MetricsConfig config, KafkaConfig kafka, Catalog catalog) {
    Registries registries =
        config.otlpUrl().map(Registries::pushedTo).orElseGet(Registries::pulled);
    ProcessMetrics process = new ProcessMetrics(config.tenants(), catalog, registries);
    try {
      process.open(config, new ClientSettings(kafka));
      return process;
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private void open(MetricsConfig config, ClientSettings clients) {
    MetricsEndpoint endpoint =
        closing.add(MetricsEndpoint.start(config.host(), config.port(), this::text, this::health));
    url = endpoint.url();
    closing.add(
        LagWatch.start(
            PartitionLags.open(clients),
            meters,
            () -> failures.count(RefreshFailures.Source.OFFSETS)));
    registries.beforePush(this::refresh);
    LOG.info("metrics at {}", url);
  }

  @Override
  public synchronized GateReporting gateReporting() {
    GateMeters made = new GateMeters(meters, new Labels(limits.keySet()));
    gateMeters = made;
    watches.put(GateWatch.PART, new Watch.Starting(GateWatch.PART));
    return new GateReporting(tenants, new MeteredGate(made));
  }

  @Override
  public synchronized ExecutorListener executorListener() {
    watches.put(ExecutorWatch.PART, new Watch.Starting(ExecutorWatch.PART));
    return new MeteredExecutor(new ExecutorMeters(meters, limits, InstantSource.system()));
  }

  @Override
  public synchronized void watch(GateApp gate) {
    if (gateMeters == null) {
      throw new IllegalStateException("a gate is watched only if it reports here");
    }
    watches.put(GateWatch.PART, new GateWatch(gate, gateMeters, meters));
  }

  @Override
  public synchronized void watch(ExecutorApp executor) {
    watches.put(ExecutorWatch.PART, new ExecutorWatch(executor, meters));
  }

  @Override
  public synchronized void watch(SuspectsApp suspects) {
    watches.put(SuspectsWatch.PART, new SuspectsWatch(suspects, meters));
  }

  @Override
  public Optional<String> url() {
    return Optional.ofNullable(url);
  }

  private synchronized String text() {
    refresh();
    return registries.text();
  }

  private List<Health.Part> health() {
    return watches.values().stream().map(Watch::health).toList();
  }

  private synchronized void refresh() {
    for (Watch watch : watches.values()) {
      try {
        watch.refresh();
      } catch (RuntimeException e) { // Whatever it is, the other figures must be shown.
        LOG.warn("some metrics are older than they look", e);
        failures.count(RefreshFailures.Source.PARTS);
      }
    }
    Map<Series, Integer> values = new HashMap<>();
    for (Health.Part part : health()) {
      values.put(Series.of(Metric.UP, part.part()), part.live() ? 1 : 0);
      values.put(Series.of(Metric.READY, part.part()), part.ready() ? 1 : 0);
    }
    states.publish(values);
  }

  /** Nothing is shown any more, and what is pushed is pushed a last time. */
  @Override
  public void close() {
    closing.close();
  }
}
