package dev.actonce.topology;

import dev.actonce.config.GateConfig;
import dev.actonce.kafka.ClientSettings;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/** What the Streams applications of a gate process have in common. */
final class StreamsSettings {
  private StreamsSettings() {}

  /**
   * Settings of an application.
   *
   * @param instance names its clients; no two in a process may be the same
   * @param commitIntervalMs longest time between two commits
   * @param memory for its stores
   */
  static Properties of(
      GateConfig config,
      String applicationId,
      String instance,
      long commitIntervalMs,
      StoreMemory memory) {
    Properties settings = new Properties();
    settings.putAll(
        new ClientSettings(config.kafka())
            .streams(applicationId, instance, config.stateDirectory()));
    settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.standbys());
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, Long.toString(commitIntervalMs));
    memory.shareIn(settings);
    // Kafka's defaults, pinned: to continue after a failed write would lose an outcome or an
    // approval while the stores say it was written.
    settings.put(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, LocatingSendFailures.class);
    settings.put(
        StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
        LogAndFailProcessingExceptionHandler.class);
    return settings;
  }
}
