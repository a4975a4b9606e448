package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientSettingsTest {
  private static final KafkaConfig CONFIG = KafkaConfig.of("localhost:9092");
  private final ClientSettings settings = new ClientSettings(CONFIG);

  @Test
  void makesTransactionalProducerSafe() {
    ProducerConfig config =
        new ProducerConfig(settings.transactionalProducer("executor-3", "node-a"));
    assertThat(config.getBoolean("enable.idempotence")).isTrue();
    assertThat(config.getString("acks")).isEqualTo("-1");
    assertThat(config.getString("transactional.id")).isEqualTo("executor-3");
    assertThat(config.getInt("transaction.timeout.ms")).isEqualTo(15_000);
    assertThat(config.getString("client.id")).contains("node-a");
    // Kafka's own default is 5 ms: it would keep all records back until the commit.
    assertThat(config.getLong("linger.ms")).isZero();
  }

  @Test
  void makesAgentProducerIdempotentAndNotTransactional() {
    ProducerConfig config = new ProducerConfig(settings.agentProducer("node-a"));
    assertThat(config.getBoolean("enable.idempotence")).isTrue();
    assertThat(config.getString("transactional.id")).isNull();
    assertThat(config.getLong("linger.ms")).isZero();
    assertThat(config.getInt("max.request.size")).isEqualTo(1024 * 1024);
  }

  @Test
  void letsAPipelineRecordFitIntoATopic() {
    ProducerConfig config = new ProducerConfig(settings.settlementProducer("node-a"));
    assertThat(config.getInt("max.request.size"))
        .isGreaterThan(ClientSettings.AGENT_RECORD_BYTES)
        .isLessThan(TopicSettings.MAX_MESSAGE_BYTES);
  }

  @Test
  void makesExecutorConsumerSafe() {
    ConsumerConfig config = new ConsumerConfig(settings.executorConsumer("executors", "node-a"));
    assertThat(config.getString("isolation.level")).isEqualTo("read_committed");
    assertThat(config.getString("auto.offset.reset")).isEqualTo("none");
    assertThat(config.getBoolean("enable.auto.commit")).isFalse();
    assertThat(config.getBoolean("allow.auto.create.topics")).isFalse();
    assertThat(config.getString("group.protocol")).isEqualToIgnoringCase("classic");
    assertThat(config.getList("partition.assignment.strategy"))
        .containsExactly("org.apache.kafka.clients.consumer.RangeAssignor");
    assertThat(config.getInt("session.timeout.ms")).isEqualTo(10_000);
    assertThat(config.getInt("max.poll.records")).isEqualTo(ClientSettings.MAX_POLL_RECORDS);
    assertThat(config.getString("client.id")).contains("node-a");
  }

  @Test
  void makesReaderSafeAndGroupless() {
    ConsumerConfig config = new ConsumerConfig(settings.assignedReader("node-a"));
    assertThat(config.getString("isolation.level")).isEqualTo("read_committed");
    assertThat(config.getString("group.id")).isNull();
    assertThat(config.getString("auto.offset.reset")).isEqualTo("earliest");
  }

  @Test
  void makesStreamsSafe() {
    StreamsConfig config =
        new StreamsConfig(settings.streams("actonce-gate", "node-a", Path.of("state")));
    assertThat(config.getString("processing.guarantee")).isEqualTo("exactly_once_v2");
    assertThat(config.getBoolean("enable.transactional.statestores")).isTrue();
    assertThat(config.getMainConsumerConfigs("group", "client", 0))
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("session.timeout.ms", 10_000)
        .containsEntry("auto.offset.reset", "earliest");
    assertThat(config.getProducerConfigs("client"))
        .containsEntry("transaction.timeout.ms", 15_000)
        .containsEntry("enable.idempotence", true);
  }

  @Test
  void takesTheUsersPropertiesForEveryClient() {
    ClientSettings secured = with("security.protocol", "SASL_SSL");
    for (Map<String, Object> client :
        List.of(
            secured.agentProducer("a"),
            secured.transactionalProducer("t", "a"),
            secured.settlementProducer("a"),
            secured.executorConsumer("g", "a"),
            secured.assignedReader("a"),
            secured.streams("g", "a", Path.of("state")),
            secured.admin("a"))) {
      assertThat(client).containsEntry("security.protocol", "SASL_SSL");
    }
  }

  @Test
  void letsTheUserTuneWhatIsNotSafety() {
    assertThat(with("linger.ms", "5").agentProducer("a")).containsEntry("linger.ms", "5");
    assertThat(with("max.poll.records", "9").executorConsumer("g", "a"))
        .containsEntry("max.poll.records", "9");
  }

  @ParameterizedTest
  @CsvSource({
    "enable.idempotence, false",
    "acks, 1",
    "producer.acks, 0",
    "isolation.level, read_uncommitted",
    "main.consumer.isolation.level, read_uncommitted",
    "enable.auto.commit, true",
    "allow.auto.create.topics, true",
    "processing.guarantee, at_least_once",
    "auto.offset.reset, latest",
    "group.protocol, consumer",
    "max.task.idle.ms, 0",
    "partition.assignment.strategy, org.apache.kafka.clients.consumer.StickyAssignor",
    "value.serializer, org.apache.kafka.common.serialization.StringSerializer",
    "transactional.id, mine",
    "group.instance.id, mine",
    "transaction.timeout.ms, 900000",
    "bootstrap.servers, elsewhere:9092"
  })
  void refusesAPropertyThatWouldBreakTheGuarantee(String name, String value) {
    assertThatThrownBy(() -> with(name, value))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContaining(name + "=" + value)
        .hasMessageContaining(": ");
  }

  @ParameterizedTest
  @CsvSource({
    "enable.idempotence, TRUE",
    "acks, -1",
    "acks, all",
    "isolation.level, read_committed",
    "bootstrap.servers, localhost:9092"
  })
  void acceptsASafetyPropertyWithTheNeededValue(String name, String value) {
    assertThatCode(() -> with(name, value)).doesNotThrowAnyException();
  }

  @Test
  void keepsKafkasOwnRulesForShortTransactionTimeouts() {
    ClientSettings brief = new ClientSettings(CONFIG.withTransactionTimeout(Duration.ofSeconds(1)));
    ProducerConfig config = new ProducerConfig(brief.transactionalProducer("t", "a"));
    assertThat(config.getInt("delivery.timeout.ms"))
        .isGreaterThanOrEqualTo(config.getInt("request.timeout.ms"));
  }

  @Test
  void boundsEveryAdminCall() {
    AdminClientConfig config = new AdminClientConfig(settings.admin("a"));
    assertThat(config.getInt("default.api.timeout.ms")).isEqualTo(15_000);
  }

  private static ClientSettings with(String name, String value) {
    return new ClientSettings(CONFIG.withClientProperties(Map.of(name, value)));
  }
}
