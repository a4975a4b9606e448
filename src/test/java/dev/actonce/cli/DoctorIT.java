package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.testing.FrozenTransaction;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor on a real broker with settings that endanger the guarantee. */
@SuppressWarnings("NullAway.Init")
class DoctorIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static EmbeddedBroker broker;
  private static int prefixes;

  @TempDir private Path directory;
  private KafkaConfig kafka;

  @BeforeAll
  static void startBroker() {
    broker =
        EmbeddedBroker.startTemporary(
            Map.of(
                "transactional.id.expiration.ms", "3600000",
                "offsets.retention.minutes", "60",
                "transaction.max.timeout.ms", "60000",
                "group.max.session.timeout.ms", "60000"));
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void createTopics() {
    kafka = KafkaConfig.of(broker.bootstrapServers()).withTopicPrefix("doctor" + prefixes++ + ".");
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(2, 1);
    }
  }

  @Test
  void tellsWarningsWithReasonAndRemedyAndFindsTheClusterFit() {
    CommandRun run = CommandRun.of(kafka, "doctor");

    assertThat(run.out())
        .contains("TOPICS", "BROKERS", "CLIENTS", "GROUPS")
        .contains("broker 1: transactional.id.expiration.ms is 3600000")
        .contains("broker 1: offsets.retention.minutes is 60")
        .contains("why: ", "remedy: ")
        .contains("version 4.4.0", "transaction.version=2")
        .contains("fit: 0 errors, ")
        .doesNotContain("not-checked");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void printsFindingsAndSummaryAsOneJsonObject() throws IOException {
    Path catalog =
        Files.writeString(
            directory.resolve("tools.yaml"),
            """
            tools:
              charge:
                safety: keyed
                provider_key_ttl: 20s
                http: { url: "http://localhost:1/", key_header: Idempotency-Key, timeout: 10s }
            """);
    CommandRun run = CommandRun.of(kafka, "doctor", "--json", "--catalog", catalog.toString());

    JsonNode root = new JsonMapper().readTree(run.out());
    assertThat(ids(root))
        .contains("copies", "transactional-id-expiry", "provider-key-short", "group");
    assertThat(root.path("summary").path("fit").asBoolean()).isTrue();
    assertThat(root.path("summary").path("warnings").asInt()).isPositive();
    assertThat(root.path("findings"))
        .allSatisfy(
            finding -> {
              assertThat(finding.path("subject").asText()).isNotBlank();
              assertThat(finding.path("actual").asText()).isNotBlank();
            });
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void exitsWithOneAndStopsTheGateOnErrors() throws Exception {
    alter(kafka.topicPrefix() + "intents", "message.timestamp.type", "CreateTime");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(CommandRun.of(kafka, "doctor").exitCode()).isEqualTo(1));
    CommandRun run = CommandRun.of(kafka, "doctor");
    assertThat(run.out()).contains("[producer-time]", "not fit: 1 errors");
    assertRefused(kafka, ErrorCode.TOPIC_MISCONFIGURED, "message.timestamp.type");
  }

  @Test
  void stopsTheGateOnATransactionTimeoutThatTheBrokersRefuse() {
    assertRefused(
        kafka.withTransactionTimeout(Duration.ofSeconds(61)),
        ErrorCode.INVALID_SETTING,
        "transaction.max.timeout.ms is 60000");
    assertRefused(
        kafka.withSessionTimeout(Duration.ofSeconds(61)),
        ErrorCode.INVALID_SETTING,
        "group.max.session.timeout.ms is 1000 to 60000");
  }

  @Test
  void abortsOnlyTheTransactionThatIsNamed() throws IOException {
    TopicPartition at = new TopicPartition(kafka.topicPrefix() + "outcomes", 1);
    try (FrozenTransaction frozen =
        FrozenTransaction.open(
            kafka.bootstrapServers(),
            "frozen-" + kafka.topicPrefix(),
            Duration.ofSeconds(60),
            at,
            new byte[] {1})) {
      assertThat(frozen).isNotNull();
      assertThat(CommandRun.of(kafka, "doctor", "--abort-transaction", at + "@7"))
          .satisfies(run -> assertThat(run.err()).contains("no silent transaction is open at"))
          .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2));
      await()
          .atMost(PATIENCE)
          .until(() -> ids(examine()), found -> found.contains("stable-offset-lag"));

      CommandRun run = CommandRun.of(kafka, "doctor", "--abort-transaction", at + "@0");

      assertThat(run.out()).contains("aborted the transaction at " + at + "@0");
      assertThat(run.exitCode()).isZero();
      await()
          .atMost(PATIENCE)
          .until(() -> ids(examine()), found -> !found.contains("silent-transaction"));
    }
  }

  @Test
  void refusesToAbortAnythingOutsideThePipeline() {
    assertThat(CommandRun.of(kafka, "doctor", "--abort-transaction", "other-0@7"))
        .satisfies(run -> assertThat(run.err()).contains("other-0 is no partition"))
        .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2));
    assertThat(CommandRun.of(kafka, "doctor", "--abort-transaction", "nonsense"))
        .satisfies(run -> assertThat(run.err()).contains("must be topic-partition@offset"))
        .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2));
  }

  private void assertRefused(KafkaConfig config, ErrorCode code, String... parts) {
    assertThatThrownBy(
            () ->
                GateNode.startWithoutWatch(
                        GateConfig.of(config, "refused", directory.resolve("state")),
                        Catalog.of(Tool.of(ToolPolicy.of("pay", SafetyClass.UNSAFE))),
                        WireFormat.singleObject(),
                        Metering.OFF)
                    .close())
        .isInstanceOfSatisfying(ActOnceException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContainingAll(parts);
  }

  private JsonNode examine() throws IOException {
    return new JsonMapper().readTree(CommandRun.of(kafka, "doctor", "--json").out());
  }

  private static List<String> ids(JsonNode root) {
    return StreamSupport.stream(root.path("findings").spliterator(), false)
        .map(finding -> finding.path("id").asText())
        .toList();
  }

  private static void alter(String topic, String setting, String value) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp change =
        new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .incrementalAlterConfigs(Map.of(resource, List.of(change)))
          .all()
          .get(60, TimeUnit.SECONDS);
    }
  }
}
