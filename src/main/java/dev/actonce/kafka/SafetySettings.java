package dev.actonce.kafka;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The client properties that a user's file cannot change. Checked for every client at once, so that
 * a bad file stops the start and not the first client that would read the property.
 */
final class SafetySettings {
  private record Rule(String value, String why) {}

  private static final String BYTES = "ActOnce decodes records itself";
  private static final String BYTE_DESERIALIZER =
      "org.apache.kafka.common.serialization.ByteArrayDeserializer";
  private static final String BYTE_SERIALIZER =
      "org.apache.kafka.common.serialization.ByteArraySerializer";

  /** These may be present, with this value only. */
  private static final Map<String, Rule> FIXED =
      Map.ofEntries(
          Map.entry(
              "enable.idempotence",
              new Rule("true", "a retried send would write a record twice or out of order")),
          Map.entry("acks", new Rule("all", "a record could be lost after it was acknowledged")),
          Map.entry(
              "isolation.level",
              new Rule("read_committed", "approvals of aborted transactions would be executed")),
          Map.entry(
              "enable.auto.commit",
              new Rule("false", "offsets are committed in the transaction of their results")),
          Map.entry(
              "allow.auto.create.topics",
              new Rule("false", "a topic made by accident has the wrong partitions and settings")),
          Map.entry(
              "processing.guarantee",
              new Rule("exactly_once_v2", "the gate would admit an action twice after a crash")),
          Map.entry(
              "enable.transactional.statestores",
              new Rule("true", "uncommitted state could survive a crash of the gate")),
          Map.entry(
              "partition.assignment.strategy",
              new Rule(
                  "org.apache.kafka.clients.consumer.RangeAssignor",
                  "dispatch and settlements must go to the same executor")),
          Map.entry(
              "group.protocol",
              new Rule("classic", "only its assignor runs in the client, next to the claims")),
          Map.entry(
              "max.task.idle.ms",
              new Rule("-1", "a gate that holds all it may would wait for ever for another topic")),
          Map.entry("key.serializer", new Rule(BYTE_SERIALIZER, BYTES)),
          Map.entry("value.serializer", new Rule(BYTE_SERIALIZER, BYTES)),
          Map.entry("key.deserializer", new Rule(BYTE_DESERIALIZER, BYTES)),
          Map.entry("value.deserializer", new Rule(BYTE_DESERIALIZER, BYTES)));

  /** These must not be present, because each client has a value of its own. */
  private static final Map<String, String> OWNED =
      Map.ofEntries(
          Map.entry("auto.offset.reset", "a lost offset must never skip or repeat silently"),
          Map.entry("group.id", "executors find each other by it"),
          Map.entry("group.instance.id", "two processes with one file would fence each other"),
          Map.entry("client.id", "it carries the instance id"),
          Map.entry("transactional.id", "two processes with one file would fence each other"),
          Map.entry("application.id", "it names the gate's state"),
          Map.entry("transaction.timeout.ms", "it is the setting transaction timeout of ActOnce"),
          Map.entry("session.timeout.ms", "it is the setting session timeout of ActOnce"),
          Map.entry("partitioner.class", "other partitions than the gate expects cost a hop"),
          Map.entry(
              "partitioner.ignore.keys", "other partitions than the gate expects cost a hop"));

  /** Kafka Streams reads each property also with one of these in front. */
  private static final List<String> STREAMS_PREFIXES =
      List.of(
          "main.consumer.",
          "restore.consumer.",
          "global.consumer.",
          "consumer.",
          "producer.",
          "admin.");

  private SafetySettings() {}

  /**
   * Checks the user's properties.
   *
   * @throws ActOnceException INVALID_SETTING naming the property, its value and why it is refused
   */
  static void check(KafkaConfig config) {
    config.clientProperties().forEach((name, value) -> check(config, name, value));
  }

  private static void check(KafkaConfig config, String name, String value) {
    String plain = withoutStreamsPrefix(name);
    Rule rule = FIXED.get(plain);
    String owned = OWNED.get(plain);
    if (rule != null && !same(plain, value, rule.value())) {
      throw refused(name, value, "ActOnce needs " + rule.value() + ": " + rule.why());
    }
    if (owned != null) {
      throw refused(name, value, "ActOnce sets it for each client: " + owned);
    }
    if (plain.equals("bootstrap.servers") && !value.trim().equals(config.bootstrapServers())) {
      throw refused(name, value, "the bootstrap servers are " + config.bootstrapServers());
    }
  }

  private static boolean same(String name, String value, String expected) {
    String trimmed = value.trim();
    if (name.equals("acks") && trimmed.equals("-1")) {
      return true;
    }
    return trimmed.toLowerCase(Locale.ROOT).equals(expected.toLowerCase(Locale.ROOT));
  }

  private static String withoutStreamsPrefix(String name) {
    return STREAMS_PREFIXES.stream()
        .filter(name::startsWith)
        .findFirst()
        .map(prefix -> name.substring(prefix.length()))
        .orElse(name);
  }

  private static ActOnceException refused(String name, String value, String why) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING,
        "Kafka property %s=%s is refused: %s; remove it".formatted(name, value.trim(), why));
  }
}
