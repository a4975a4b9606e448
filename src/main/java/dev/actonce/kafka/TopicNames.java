package dev.actonce.kafka;

import dev.actonce.config.KafkaConfig;

/**
 * The names of the topics under one prefix. Two prefixes share a cluster without seeing each other.
 *
 * @param prefix starts each name; see {@link KafkaConfig#requireTopicPrefix}
 */
public record TopicNames(String prefix) {
  /** Names that start with {@value KafkaConfig#DEFAULT_TOPIC_PREFIX}. */
  public static final TopicNames DEFAULT = new TopicNames(KafkaConfig.DEFAULT_TOPIC_PREFIX);

  public TopicNames {
    prefix = KafkaConfig.requireTopicPrefix(prefix);
  }

  /** The name of a topic as Kafka knows it. */
  public String of(Topic topic) {
    return prefix + topic.suffix();
  }

  public String intents() {
    return of(Topic.INTENTS);
  }

  public String rerouted() {
    return of(Topic.REROUTED);
  }

  public String dispatch() {
    return of(Topic.DISPATCH);
  }

  public String claims() {
    return of(Topic.CLAIMS);
  }

  public String settlements() {
    return of(Topic.SETTLEMENTS);
  }

  public String outcomes() {
    return of(Topic.OUTCOMES);
  }

  public String outcomesJson() {
    return of(Topic.OUTCOMES_JSON);
  }

  public String suspects() {
    return of(Topic.SUSPECTS);
  }

  public String deadLetters() {
    return of(Topic.DEAD_LETTERS);
  }

  /** The one-partition topic that remembers how the others were created. */
  public String meta() {
    return prefix + "meta";
  }
}
