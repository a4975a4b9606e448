package dev.actonce.kafka.doctor;

import dev.actonce.kafka.Topic;
import dev.actonce.kafka.TopicFacts;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Compares the topics with what ActOnce needs. Pure, apart from its own list. */
final class TopicCheck {
  private final TopicNames names;
  private final Map<Topic, TopicFacts> found;
  private final OptionalInt recordedPartitions;
  private final List<Finding> findings = new ArrayList<>();

  private TopicCheck(TopicNames names, ClusterFacts.Topics topics) {
    this.names = names;
    this.found = topics.found();
    this.recordedPartitions = topics.recordedPartitions();
  }

  /** What differs in our topics. */
  static List<Finding> findings(TopicNames names, ClusterFacts.Topics topics) {
    TopicCheck check = new TopicCheck(names, topics);
    check.checkRecord();
    for (Topic topic : topics.wanted()) {
      check.checkTopic(topic);
    }
    return List.copyOf(check.findings);
  }

  /** What differs in the topics that Kafka and Kafka Streams keep for us. */
  static List<Finding> internal(TopicNames names, Map<String, TopicFacts> internal) {
    TopicCheck check =
        new TopicCheck(names, new ClusterFacts.Topics(Set.of(), Map.of(), OptionalInt.empty()));
    new TreeMap<>(internal).forEach(check::checkReplication);
    return List.copyOf(check.findings);
  }

  private void checkRecord() {
    if (recordedPartitions.isEmpty() && !found.isEmpty()) {
      add(Rule.PARTITIONS_NOT_RECORDED, names.meta(), "recorded", "not recorded");
    }
  }

  private void checkTopic(Topic topic) {
    String name = names.of(topic);
    TopicFacts actual = found.get(topic);
    if (actual == null) {
      add(Rule.TOPIC_MISSING, name, "present", "missing");
      return;
    }
    checkPartitions(name, actual);
    String type = setting(actual, "message.timestamp.type");
    if (!type.equals(TopicSettings.TIMESTAMP_TYPE)) {
      add(Rule.PRODUCER_TIME, name, TopicSettings.TIMESTAMP_TYPE, type);
    }
    checkCleanup(topic, actual);
    checkReplication(name, actual);
    long bytes = number(actual, "max.message.bytes", TopicSettings.MAX_MESSAGE_BYTES);
    if (bytes < TopicSettings.MAX_MESSAGE_BYTES) {
      add(
          Rule.MESSAGE_BYTES,
          name,
          "at least " + TopicSettings.MAX_MESSAGE_BYTES,
          Long.toString(bytes));
    }
  }

  private void checkPartitions(String name, TopicFacts actual) {
    String count = Integer.toString(actual.partitions());
    if (recordedPartitions.isPresent() && actual.partitions() != recordedPartitions.getAsInt()) {
      add(Rule.PARTITIONS_CHANGED, name, recordedPartitions.getAsInt() + " as at creation", count);
    }
    TopicFacts intents = found.get(Topic.INTENTS);
    if (intents != null && actual.partitions() != intents.partitions()) {
      String expected = intents.partitions() + " as of " + names.intents();
      add(Rule.PARTITIONS_UNEQUAL, name, expected, count);
    }
  }

  private void checkCleanup(Topic topic, TopicFacts actual) {
    String policy = setting(actual, "cleanup.policy");
    if (!policy.equals(topic.cleanupPolicy().setting())) {
      add(Rule.CLEANUP, names.of(topic), topic.cleanupPolicy().setting(), policy);
    }
    topic
        .retention()
        .ifPresent(
            retention -> {
              long kept = number(actual, "retention.ms", -1);
              if (kept >= 0 && kept < retention.toMillis()) {
                String expected = "at least " + retention.toMillis();
                add(Rule.RETENTION, names.of(topic), expected, Long.toString(kept));
              }
            });
  }

  private void checkReplication(String name, TopicFacts actual) {
    int copies = actual.replicationFactor();
    long inSync = number(actual, "min.insync.replicas", 1);
    if (copies < 2) {
      add(Rule.COPIES, name, "at least 2", Integer.toString(copies));
    }
    if (inSync > copies) {
      add(Rule.IN_SYNC_UNREACHABLE, name, "at most " + copies, Long.toString(inSync));
    } else if (inSync < TopicSettings.minInSyncReplicas(copies)) {
      add(Rule.IN_SYNC_LOW, name, "2", Long.toString(inSync));
    }
    if (actual.fewestInSync() < Math.min(copies, inSync)) {
      String expected = "at least " + inSync;
      add(Rule.REPLICAS_BEHIND, name, expected, Integer.toString(actual.fewestInSync()));
    }
    if (setting(actual, "unclean.leader.election.enable").equals("true")) {
      add(Rule.UNCLEAN_ELECTION, name, "false", "true");
    }
  }

  private static String setting(TopicFacts actual, String name) {
    return actual.settings().getOrDefault(name, "unknown");
  }

  private static long number(TopicFacts actual, String name, long otherwise) {
    String value = actual.settings().get(name);
    return value == null ? otherwise : Long.parseLong(value);
  }

  private void add(Rule rule, String subject, String expected, String actual) {
    findings.add(new Finding(rule, subject, expected, actual));
  }
}
