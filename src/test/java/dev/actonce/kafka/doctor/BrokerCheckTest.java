package dev.actonce.kafka.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerCheckTest {
  private static final KafkaConfig OURS =
      KafkaConfig.of("localhost:1")
          .withTransactionTimeout(Duration.ofSeconds(15))
          .withSessionTimeout(Duration.ofSeconds(10));

  private static final Map<String, String> FIT =
      Map.ofEntries(
          Map.entry("transaction.state.log.replication.factor", "3"),
          Map.entry("transaction.state.log.min.isr", "2"),
          Map.entry("offsets.topic.replication.factor", "3"),
          Map.entry("default.replication.factor", "3"),
          Map.entry("unclean.leader.election.enable", "false"),
          Map.entry("transaction.max.timeout.ms", "15000"),
          Map.entry("transactional.id.expiration.ms", "604800000"),
          Map.entry("producer.id.expiration.ms", "86400000"),
          Map.entry("offsets.retention.minutes", "10080"),
          Map.entry("group.min.session.timeout.ms", "6000"),
          Map.entry("group.max.session.timeout.ms", "1800000"));

  @Test
  void findsNothingInProductionSettings() {
    assertThat(check(FIT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "transaction.state.log.replication.factor, 1, TRANSACTION_LOG_COPIES, at least 2",
    "transaction.state.log.min.isr, 1, TRANSACTION_LOG_IN_SYNC, at least 2",
    "offsets.topic.replication.factor, 1, OFFSETS_COPIES, at least 2",
    "default.replication.factor, 1, CHANGELOG_COPIES, at least 2",
    "unclean.leader.election.enable, true, UNCLEAN_DEFAULT, false",
    "transaction.max.timeout.ms, 14999, TRANSACTION_TIMEOUT_REFUSED, at least 15000",
    "transactional.id.expiration.ms, 86399999, TRANSACTIONAL_ID_EXPIRY, at least 86400000",
    "producer.id.expiration.ms, 59999, PRODUCER_EXPIRY, at least 60000",
    "offsets.retention.minutes, 10079, OFFSETS_EXPIRY, at least 10080",
    "group.min.session.timeout.ms, 10001, SESSION_REFUSED, around our session timeout of 10000",
    "group.max.session.timeout.ms, 9999, SESSION_REFUSED, around our session timeout of 10000",
  })
  void findsEachSettingThatEndangersTheGuarantee(
      String name, String value, Rule rule, String expected) {
    Map<String, String> settings = new HashMap<>(FIT);
    settings.put(name, value);

    assertThat(check(settings))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo(rule);
              assertThat(finding.subject()).isEqualTo("broker 2");
              assertThat(finding.expected()).isEqualTo(expected);
              assertThat(finding.actual()).contains(value);
            });
  }

  @Test
  void asksOneBrokerAloneForNoSecondCopy() {
    Map<String, String> settings = new HashMap<>(FIT);
    settings.put("default.replication.factor", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("transaction.state.log.replication.factor", "1");

    assertThat(BrokerCheck.settings(OURS, Map.of(1, settings))).isEmpty();
  }

  @Test
  void judgesNothingThatABrokerDoesNotTell() {
    assertThat(BrokerCheck.settings(OURS, Map.of(1, Map.of()))).isEmpty();
  }

  @Test
  void findsFeaturesBelowTheLevelThatEndsHangingTransactions() {
    assertThat(rules(Map.of("transaction.version", (short) 2, "metadata.version", (short) 25)))
        .containsExactly(Rule.CLUSTER_VERSIONS);
    assertThat(rules(Map.of("transaction.version", (short) 1, "metadata.version", (short) 21)))
        .containsExactly(Rule.TRANSACTION_VERSION, Rule.METADATA_VERSION, Rule.CLUSTER_VERSIONS);
    assertThat(rules(Map.of()))
        .containsExactly(Rule.TRANSACTION_VERSION, Rule.METADATA_VERSION, Rule.CLUSTER_VERSIONS);
  }

  private static List<Finding> check(Map<String, String> settings) {
    return BrokerCheck.settings(OURS, Map.of(1, FIT, 2, settings));
  }

  private static List<Rule> rules(Map<String, Short> levels) {
    return BrokerCheck.features(levels).stream().map(Finding::rule).toList();
  }
}
