package dev.actonce.kafka;

import dev.actonce.kafka.TopicFinding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Compares what the cluster has with what ActOnce needs. Pure, apart from its own list. */
final class TopicCheck {
  /** What the cluster says about one topic. */
  record Found(int partitions, int replicationFactor, Map<String, String> settings) {
    Found {
      settings = Map.copyOf(settings);
    }
  }

  private final TopicNames names;
  private final Map<Topic, Found> found;
  private final OptionalInt recordedPartitions;
  private final List<TopicFinding> findings = new ArrayList<>();

  private TopicCheck(TopicNames names, Map<Topic, Found> found, OptionalInt recordedPartitions) {
    this.names = names;
    this.found = found;
    this.recordedPartitions = recordedPartitions;
  }

  /**
   * @param wanted the topics that the pipeline has
   * @param found those of them that exist
   * @param recordedPartitions the count recorded at creation, if any
   */
  static List<TopicFinding> findings(
      TopicNames names,
      Set<Topic> wanted,
      Map<Topic, Found> found,
      OptionalInt recordedPartitions) {
    TopicCheck check = new TopicCheck(names, found, recordedPartitions);
    check.checkRecord();
    for (Topic topic : wanted) {
      check.checkTopic(topic);
    }
    return List.copyOf(check.findings);
  }

  private void checkRecord() {
    if (recordedPartitions.isEmpty() && !found.isEmpty()) {
      findings.add(
          new TopicFinding(
              Severity.ERROR,
              names.meta(),
              "the partition count at creation",
              "recorded",
              "not recorded",
              "let ActOnce create the topics; it leaves existing ones alone and records the count"));
    }
  }

  private void checkTopic(Topic topic) {
    Found actual = found.get(topic);
    if (actual == null) {
      error(topic, "the topic", "present", "missing", "let ActOnce create the topics");
      return;
    }
    checkPartitions(topic, actual);
    checkTimestamps(topic, actual);
    checkCleanup(topic, actual);
    checkReplication(topic, actual);
    checkSizes(topic, actual);
  }

  private void checkPartitions(Topic topic, Found actual) {
    if (recordedPartitions.isPresent() && actual.partitions() != recordedPartitions.getAsInt()) {
      error(
          topic,
          "the number of partitions",
          recordedPartitions.getAsInt() + " as at creation",
          Integer.toString(actual.partitions()),
          "keys have moved away from their state; move to a new topic prefix with the new count");
    }
    Found intents = found.get(Topic.INTENTS);
    if (intents != null && actual.partitions() != intents.partitions()) {
      error(
          topic,
          "the number of partitions",
          intents.partitions() + " as of " + names.intents(),
          Integer.toString(actual.partitions()),
          "all topics need the same count; delete this one and let ActOnce create it");
    }
  }

  private void checkTimestamps(Topic topic, Found actual) {
    String type = setting(actual, "message.timestamp.type");
    if (!type.equals(TopicSettings.TIMESTAMP_TYPE)) {
      error(
          topic,
          "message.timestamp.type",
          TopicSettings.TIMESTAMP_TYPE,
          type,
          "a producer's clock must not decide what is a duplicate; alter the topic");
    }
  }

  private void checkCleanup(Topic topic, Found actual) {
    String policy = setting(actual, "cleanup.policy");
    if (!policy.equals(topic.cleanupPolicy().setting())) {
      error(
          topic,
          "cleanup.policy",
          topic.cleanupPolicy().setting(),
          policy,
          "records that are still needed would be removed; alter the topic");
    }
    topic
        .retention()
        .ifPresent(
            retention -> {
              long kept = number(actual, "retention.ms", -1);
              if (kept >= 0 && kept < retention.toMillis()) {
                warn(
                    topic,
                    "retention.ms",
                    "at least " + retention.toMillis(),
                    Long.toString(kept),
                    "records not read in this time are lost; alter the topic");
              }
            });
  }

  private void checkReplication(Topic topic, Found actual) {
    int copies = actual.replicationFactor();
    long inSync = number(actual, "min.insync.replicas", 1);
    if (copies < 2) {
      warn(
          topic,
          "the replication factor",
          "at least 2",
          Integer.toString(copies),
          "the loss of one broker loses claims; fine for development only");
    }
    if (inSync > copies) {
      error(
          topic,
          "min.insync.replicas",
          "at most " + copies,
          Long.toString(inSync),
          "no write would be accepted; alter the topic");
    } else if (inSync < TopicSettings.minInSyncReplicas(copies)) {
      warn(
          topic,
          "min.insync.replicas",
          "2",
          Long.toString(inSync),
          "an acknowledged record may be on one broker only; alter the topic");
    }
  }

  private void checkSizes(Topic topic, Found actual) {
    long bytes = number(actual, "max.message.bytes", TopicSettings.MAX_MESSAGE_BYTES);
    if (bytes < TopicSettings.MAX_MESSAGE_BYTES) {
      warn(
          topic,
          "max.message.bytes",
          "at least " + TopicSettings.MAX_MESSAGE_BYTES,
          Long.toString(bytes),
          "a large action could be admitted and then not be passed on; alter the topic");
    }
  }

  private static String setting(Found actual, String name) {
    return actual.settings().getOrDefault(name, "unknown");
  }

  private static long number(Found actual, String name, long otherwise) {
    String value = actual.settings().get(name);
    return value == null ? otherwise : Long.parseLong(value);
  }

  private void error(Topic topic, String what, String expected, String actual, String remedy) {
    add(Severity.ERROR, topic, what, expected, actual, remedy);
  }

  private void warn(Topic topic, String what, String expected, String actual, String remedy) {
    add(Severity.WARNING, topic, what, expected, actual, remedy);
  }

  private void add(
      Severity severity, Topic topic, String what, String expected, String actual, String remedy) {
    findings.add(new TopicFinding(severity, names.of(topic), what, expected, actual, remedy));
  }
}
