package dev.actonce.node;

import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.WireFormat;

/** The topics that others than the pipeline write or read. */
public final class PublicTopics {
  private PublicTopics() {}

  /** Those of one pipeline. */
  public static WireFormat.Topics of(KafkaConfig kafka) {
    TopicNames names = new TopicNames(kafka.topicPrefix());
    return new WireFormat.Topics(names.intents(), names.outcomes(), names.settlements());
  }
}
