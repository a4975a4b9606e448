package dev.actonce.kafka.doctor;

import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Compares the brokers' settings and features with what ActOnce needs. Pure. */
final class BrokerCheck {
  private static final Duration QUIET = Duration.ofDays(1);
  private static final Duration LONGEST_SEND = Duration.ofMinutes(1);
  private static final short TRANSACTION_VERSION = 2;

  /** Kafka 4.0-IV3. */
  private static final short METADATA_VERSION = 25;

  private final KafkaConfig ours;
  private final List<Finding> findings = new ArrayList<>();

  private BrokerCheck(KafkaConfig ours) {
    this.ours = ours;
  }

  /**
   * What differs in the settings of the brokers.
   *
   * @param brokers the settings of each, by its id; one that is missing is not judged
   */
  static List<Finding> settings(KafkaConfig ours, Map<Integer, Map<String, String>> brokers) {
    BrokerCheck check = new BrokerCheck(ours);
    new TreeMap<>(brokers)
        .forEach((id, settings) -> check.broker("broker " + id, settings, brokers.size()));
    return List.copyOf(check.findings);
  }

  /** What differs in the features of the cluster. */
  static List<Finding> features(Map<String, Short> levels) {
    BrokerCheck check = new BrokerCheck(KafkaConfig.of("unused:0"));
    check.feature(Rule.TRANSACTION_VERSION, "transaction.version", levels, TRANSACTION_VERSION);
    check.feature(Rule.METADATA_VERSION, "metadata.version", levels, METADATA_VERSION);
    check.findings.add(
        Finding.info(Rule.CLUSTER_VERSIONS, "features", new TreeMap<>(levels).toString()));
    return List.copyOf(check.findings);
  }

  private void feature(Rule rule, String name, Map<String, Short> levels, short least) {
    short level = levels.getOrDefault(name, (short) 0);
    if (level < least) {
      findings.add(new Finding(rule, "cluster", "at least " + least, Short.toString(level)));
    }
  }

  private void broker(String subject, Map<String, String> settings, int brokers) {
    Broker broker = new Broker(subject, settings);
    if (brokers > 1) {
      copies(broker);
    }
    if ("true".equals(settings.get("unclean.leader.election.enable"))) {
      findings.add(new Finding(Rule.UNCLEAN_DEFAULT, subject, "false", "true"));
    }
    broker.atLeast(
        Rule.TRANSACTION_TIMEOUT_REFUSED,
        "transaction.max.timeout.ms",
        ours.transactionTimeout().toMillis());
    broker.atLeast(
        Rule.TRANSACTIONAL_ID_EXPIRY, "transactional.id.expiration.ms", QUIET.toMillis());
    broker.atLeast(Rule.PRODUCER_EXPIRY, "producer.id.expiration.ms", LONGEST_SEND.toMillis());
    long longestRetention = Topic.INTENTS.retention().orElseThrow().toMinutes();
    broker.atLeast(Rule.OFFSETS_EXPIRY, "offsets.retention.minutes", longestRetention);
    session(broker);
  }

  /** One broker alone holds one copy of everything, which the topics' own check tells. */
  private void copies(Broker broker) {
    broker.atLeast(Rule.TRANSACTION_LOG_COPIES, "transaction.state.log.replication.factor", 2);
    if (broker.number("transaction.state.log.replication.factor").orElse(1) >= 2) {
      broker.atLeast(Rule.TRANSACTION_LOG_IN_SYNC, "transaction.state.log.min.isr", 2);
    }
    broker.atLeast(Rule.OFFSETS_COPIES, "offsets.topic.replication.factor", 2);
    broker.atLeast(Rule.CHANGELOG_COPIES, "default.replication.factor", 2);
  }

  private void session(Broker broker) {
    long session = ours.sessionTimeout().toMillis();
    long least = broker.number("group.min.session.timeout.ms").orElse(session);
    long most = broker.number("group.max.session.timeout.ms").orElse(session);
    if (session < least || session > most) {
      findings.add(
          new Finding(
              Rule.SESSION_REFUSED,
              broker.subject,
              "around our session timeout of " + session,
              least + " to " + most));
    }
  }

  /** One broker's settings. */
  private final class Broker {
    private final String subject;
    private final Map<String, String> settings;

    private Broker(String subject, Map<String, String> settings) {
      this.subject = subject;
      this.settings = settings;
    }

    private OptionalLong number(String name) {
      String value = settings.get(name);
      return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    }

    private void atLeast(Rule rule, String name, long least) {
      OptionalLong actual = number(name);
      if (actual.isPresent() && actual.getAsLong() < least) {
        findings.add(
            new Finding(rule, subject, "at least " + least, Long.toString(actual.getAsLong())));
      }
    }
  }
}
