package dev.actonce.node;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.KafkaConfig;
import dev.actonce.config.MetricsConfig;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.topology.GateApp;
import dev.actonce.topology.GateReporting;
import dev.actonce.topology.SuspectsApp;
import java.util.Optional;

/** What the parts of one process report to, and where that is shown. Thread-safe. */
public interface Metering extends AutoCloseable {
  /** Metrics are off. */
  Metering OFF = new Metering() {};

  /**
   * Starts showing metrics and health, or nothing if there is no configuration.
   *
   * @throws dev.actonce.core.ActOnceException INVALID_SETTING if the address cannot be bound
   */
  static Metering start(Optional<MetricsConfig> config, KafkaConfig kafka, Catalog catalog) {
    return config.<Metering>map(on -> ProcessMetrics.start(on, kafka, catalog)).orElse(OFF);
  }

  /** Shows nothing; lets others hear the parts of this process. */
  static Metering heardBy(GateReporting gate, ExecutorListener executor) {
    return new Metering() {
      @Override
      public GateReporting gateReporting() {
        return gate;
      }

      @Override
      public ExecutorListener executorListener() {
        return executor;
      }
    };
  }

  /** For a gate that is about to start. */
  default GateReporting gateReporting() {
    return GateReporting.NONE;
  }

  /** For an executor that is about to start. */
  default ExecutorListener executorListener() {
    return ExecutorListener.NONE;
  }

  /** Shows the counts and the health of a gate from now on. */
  default void watch(GateApp gate) {}

  /** Shows the health of an executor from now on. */
  default void watch(ExecutorApp executor) {}

  /** Shows the counts and the health of a watch over suspected duplicates from now on. */
  default void watch(SuspectsApp suspects) {}

  /** Where the metrics are; empty when they are off. */
  default Optional<String> url() {
    return Optional.empty();
  }

  @Override
  default void close() {}
}
