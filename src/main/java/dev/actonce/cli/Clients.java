package dev.actonce.cli;

import dev.actonce.client.ActOnceClient;
import dev.actonce.config.KafkaConfig;
import dev.actonce.wire.RegistrySettings.Registration;

/** Makes SDK clients from settings. */
final class Clients {
  private Clients() {}

  static ActOnceClient.Builder builder(Settings settings) {
    KafkaConfig kafka = ConnectionOptions.kafka(settings);
    return ActOnceClient.builder()
        .bootstrapServers(kafka.bootstrapServers())
        .topicPrefix(kafka.topicPrefix())
        .kafkaProperties(kafka.clientProperties())
        .wireFormat(WireFormats.of(settings, Registration.LOOK_UP))
        .tenant(settings.require(Setting.TENANT));
  }
}
