package dev.actonce.client.operator;

import dev.actonce.client.ActOnceClient;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.KafkaErrors;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.WireFormat;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * How one pipeline is reached: all that its operators' parts share.
 *
 * @param codecs in the format; closed by the operator
 */
record Connection(KafkaConfig kafka, WireFormat format, Codecs codecs) {
  static Connection open(KafkaConfig kafka, WireFormat format) {
    TopicNames topics = new TopicNames(kafka.topicPrefix());
    return new Connection(
        kafka,
        format,
        Codecs.open(
            format,
            new WireFormat.Topics(topics.intents(), topics.outcomes(), topics.settlements())));
  }

  TopicNames topics() {
    return new TopicNames(kafka.topicPrefix());
  }

  KafkaErrors errors() {
    return KafkaErrors.of(kafka);
  }

  /** A reader of committed records; the caller closes it. */
  KafkaConsumer<byte[], byte[]> reader(String role) {
    return new KafkaConsumer<>(new ClientSettings(kafka).assignedReader(instance(role)));
  }

  /** A producer whose records are on the brokers once acknowledged; the caller closes it. */
  KafkaProducer<byte[], byte[]> producer(String role) {
    return new KafkaProducer<>(new ClientSettings(kafka).settlementProducer(instance(role)));
  }

  /** A client that hears outcomes; the caller closes it. */
  ActOnceClient client() {
    return ActOnceClient.builder()
        .bootstrapServers(kafka.bootstrapServers())
        .topicPrefix(kafka.topicPrefix())
        .kafkaProperties(kafka.clientProperties())
        .wireFormat(format)
        .build();
  }

  private static String instance(String role) {
    return role + "-" + UUID.randomUUID().toString().substring(0, 8);
  }
}
