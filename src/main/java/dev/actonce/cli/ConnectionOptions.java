package dev.actonce.cli;

import dev.actonce.config.KafkaConfig;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** How a command reaches the brokers, beside its other settings. */
final class ConnectionOptions {
  @Mixin private final SettingsOptions settings;

  /** Offers what a client needs, and these. */
  ConnectionOptions(Setting... further) {
    settings = new SettingsOptions(further).and(SettingGroup.KAFKA).and(SettingGroup.REGISTRY);
  }

  /** Offers a whole group as well. */
  ConnectionOptions and(SettingGroup group) {
    settings.and(group);
    return this;
  }

  /** Joins the flags of the command line with environment and file. */
  Settings load() {
    return settings.load();
  }

  /** Whether the flag is on the command line. */
  boolean isGiven(Setting setting) {
    return settings.isGiven(setting);
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
