package dev.actonce.cli;

import dev.actonce.config.KafkaConfig;
import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a command reaches the brokers. */
final class ConnectionOptions {
  @Mixin private final SettingsOptions settings = new SettingsOptions();

  @Mixin private final WireOptions wire = new WireOptions();

  @Option(
      names = {"--bootstrap-servers", "--bootstrap"},
      paramLabel = "HOST:PORT",
      description = "Kafka brokers, several separated by commas.")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Client security settings (TLS, SASL), passed to every client.")
  private @Nullable Path kafkaConfig;

  /** Joins these flags and more of the command with environment and file. */
  Settings load(Map<Setting, String> flags) {
    Map<Setting, String> all = new EnumMap<>(Setting.class);
    all.putAll(flags);
    SettingsOptions.put(all, Setting.BOOTSTRAP_SERVERS, bootstrapServers);
    SettingsOptions.put(all, Setting.KAFKA_CONFIG, kafkaConfig);
    wire.addTo(all);
    return settings.load(all);
  }

  boolean isVerbose() {
    return settings.isVerbose();
  }

  /** How to reach the brokers that the settings name. */
  static KafkaConfig kafka(Settings settings) {
    Map<String, String> security =
        settings
            .find(Setting.KAFKA_CONFIG)
            .map(file -> KafkaConfig.readClientProperties(Path.of(file)))
            .orElse(Map.of());
    return KafkaConfig.of(settings.require(Setting.BOOTSTRAP_SERVERS))
        .withTopicPrefix(settings.require(Setting.TOPIC_PREFIX))
        .withSessionTimeout(settings.duration(Setting.EXECUTOR_SESSION_TIMEOUT))
        .withOutcomeForms(SettingsOptions.outcomeForms(settings))
        .withClientProperties(security);
  }
}
