package dev.actonce.kafka.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.kafka.Topic;
import dev.actonce.kafka.TopicFacts;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicSettings;
import dev.actonce.kafka.doctor.ClusterFacts.Topics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicCheckTest {
  private static final TopicNames NAMES = TopicNames.DEFAULT;

  @Test
  void findsNothingInTopicsAsActOnceCreatesThem() {
    assertThat(check(fit(), OptionalInt.of(6))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "message.timestamp.type, CreateTime, PRODUCER_TIME",
    "cleanup.policy, compact, CLEANUP",
    "retention.ms, 1000, RETENTION",
    "min.insync.replicas, 1, IN_SYNC_LOW",
    "min.insync.replicas, 4, IN_SYNC_UNREACHABLE",
    "max.message.bytes, 2000, MESSAGE_BYTES",
    "unclean.leader.election.enable, true, UNCLEAN_ELECTION",
  })
  void findsEachSettingThatEndangersTheGuarantee(String name, String value, Rule rule) {
    Map<Topic, TopicFacts> topics = fit();
    Map<String, String> settings = new HashMap<>(TopicSettings.of(Topic.OUTCOMES, 3));
    settings.put(name, value);
    topics.put(Topic.OUTCOMES, new TopicFacts(6, 3, 3, settings));

    assertThat(check(topics, OptionalInt.of(6)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo(rule);
              assertThat(finding.subject()).isEqualTo(NAMES.outcomes());
              assertThat(finding.actual()).isEqualTo(value);
            });
  }

  @Test
  void findsOneCopyAndTooFewInSync() {
    Map<Topic, TopicFacts> topics = fit();
    topics.put(Topic.CLAIMS, new TopicFacts(6, 1, 1, TopicSettings.of(Topic.CLAIMS, 1)));
    topics.put(Topic.DISPATCH, new TopicFacts(6, 3, 1, TopicSettings.of(Topic.DISPATCH, 3)));

    assertThat(check(topics, OptionalInt.of(6)))
        .extracting(Finding::rule)
        .containsExactly(Rule.REPLICAS_BEHIND, Rule.COPIES);
  }

  @Test
  void findsMissingUnequalAndChangedTopics() {
    Map<Topic, TopicFacts> topics = fit();
    topics.remove(Topic.SUSPECTS);
    topics.put(Topic.DISPATCH, new TopicFacts(3, 3, 3, TopicSettings.of(Topic.DISPATCH, 3)));

    assertThat(check(topics, OptionalInt.of(6)))
        .extracting(Finding::rule)
        .containsExactly(Rule.PARTITIONS_CHANGED, Rule.PARTITIONS_UNEQUAL, Rule.TOPIC_MISSING);
    assertThat(check(fit(), OptionalInt.empty()))
        .extracting(Finding::rule)
        .containsExactly(Rule.PARTITIONS_NOT_RECORDED);
  }

  @Test
  void holdsTheTopicsOfKafkaAndOfTheGateToTheirCopiesOnly() {
    assertThat(
            TopicCheck.internal(
                NAMES,
                Map.of(
                    "__transaction_state",
                    new TopicFacts(50, 3, 3, Map.of("min.insync.replicas", "1")),
                    "actonce.gate-actonce-open-changelog",
                    new TopicFacts(6, 1, 1, Map.of("cleanup.policy", "compact")))))
        .extracting(Finding::rule)
        .containsExactly(Rule.IN_SYNC_LOW, Rule.COPIES);
  }

  private static List<Finding> check(Map<Topic, TopicFacts> topics, OptionalInt recorded) {
    return TopicCheck.findings(NAMES, new Topics(EnumSet.allOf(Topic.class), topics, recorded));
  }

  private static Map<Topic, TopicFacts> fit() {
    Map<Topic, TopicFacts> topics = new EnumMap<>(Topic.class);
    for (Topic topic : Topic.values()) {
      topics.put(topic, new TopicFacts(6, 3, 3, TopicSettings.of(topic, 3)));
    }
    return topics;
  }
}
