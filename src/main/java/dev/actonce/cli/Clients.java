package dev.actonce.cli;

import dev.actonce.client.ActOnceClient;
import dev.actonce.client.operator.Operator;
import dev.actonce.config.KafkaConfig;
import dev.actonce.wire.RegistrySettings.Registration;

/** Opens the SDK from settings. */
final class Clients {
  private Clients() {}

  /** The operators' way into the pipeline. */
  static Operator operator(Settings settings) {
    return Operator.open(
        ConnectionOptions.kafka(settings), WireFormats.of(settings, Registration.LOOK_UP));
  }

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
