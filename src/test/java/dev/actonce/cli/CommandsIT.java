package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.examples.PublishExample;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a running pipeline. */
class CommandsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String CHARGE =
      "{\"customer_id\":\"c1\",\"amount\":149.00,\"currency\":\"EUR\"}";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  @TempDir static Path directory;
  private static Path catalog;
  private static CountingTarget target;
  private static EmbeddedPipeline pipeline;

  @BeforeAll
  static void start() throws IOException {
    target = new CountingTarget();
    catalog = writeCatalog(directory, target);
    pipeline =
        EmbeddedPipeline.startTemporary(
            0, Catalog.load(catalog), Map.of(), EmbeddedPipeline.Options.DEFAULT);
  }

  @AfterAll
  static void stop() {
    pipeline.close();
    target.close();
  }

  static Path writeCatalog(Path directory, CountingTarget target) throws IOException {
    return Files.writeString(
        directory.resolve("tools.yaml"),
        """
        tools:
          charge_card:
            safety: keyed
            identity: [customer_id, amount, currency]
            arguments: { type: object, required: [customer_id, amount, currency] }
            http:
              url: %s
              key_header: Idempotency-Key
              timeout: 60s
              not_executed: [402]
              reference: $.id
        """
            .formatted(target.url()));
  }

  @Test
  void findsTheTopicsFit() {
    Cli.Ran ran = connected("topics", "check");

    assertThat(ran.out()).endsWith("topics are fit for use" + System.lineSeparator());
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void createsTopicsOnce() {
    String[] create = {
      "topics", "create", "--topic-prefix", "new.", "--partitions", "2", "--replication-factor", "1"
    };
    assertThat(connected(create))
        .satisfies(ran -> assertThat(ran.out()).contains("created new.intents", "8 topics created"))
        .satisfies(ran -> assertThat(ran.exitCode()).isZero());
    assertThat(connected(create).out()).contains("all topics were there");
    create[5] = "3";
    assertThat(connected(create))
        .satisfies(ran -> assertThat(ran.err()).contains("3 requested").hasLineCount(1))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(2));
  }

  @Test
  void saysThatThereAreTooFewBrokersForTheReplicas() {
    Cli.Ran ran = connected("topics", "create", "--topic-prefix", "three.");

    assertThat(ran.err()).startsWith("actonce: ").contains("eplication").hasLineCount(1);
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void findsAWrongTopic() throws Exception {
    connected("topics", "create", "--topic-prefix", "wrong.", "--replication-factor", "1");
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "wrong.intents");
    AlterConfigOp change =
        new AlterConfigOp(
            new ConfigEntry("message.timestamp.type", "CreateTime"), AlterConfigOp.OpType.SET);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", pipeline.bootstrapServers()))) {
      admin.incrementalAlterConfigs(Map.of(topic, List.of(change))).all().get(60, TimeUnit.SECONDS);
    }

    await() // The answer to the change may come before each broker knows it.
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Cli.Ran ran = connected("topics", "check", "--topic-prefix", "wrong.");
              assertThat(ran.out())
                  .startsWith("ERROR wrong.intents: message.timestamp.type is CreateTime")
                  .contains("WARNING wrong.intents and 7 others: ")
                  .hasLineCount(2);
              assertThat(ran.exitCode()).isEqualTo(1);
            });
  }

  @Test
  void findsMissingTopics() {
    Cli.Ran ran = connected("topics", "check", "--topic-prefix", "missing.");

    assertThat(ran.out()).contains("missing.intents");
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void answersADuplicateWithSuccess() {
    int before = target.effects();
    String id = UUID.randomUUID().toString();

    assertThat(submit(id))
        .satisfies(ran -> assertThat(ran.out()).contains("SUCCEEDED", "intentId=" + id))
        .satisfies(ran -> assertThat(ran.exitCode()).isZero());
    assertThat(submit(id))
        .satisfies(ran -> assertThat(ran.out()).contains("ALREADY_DONE", "\"id\":\"ef_"))
        .satisfies(ran -> assertThat(ran.exitCode()).isZero());
    assertThat(target.effects()).isEqualTo(before + 1);
  }

  @Test
  void printsOneJsonObject() throws JsonProcessingException {
    String id = UUID.randomUUID().toString();

    JsonNode outcome = JSON.readTree(submit(id, "--json").out());

    assertThat(outcome.path("status").asText()).isEqualTo("SUCCEEDED");
    assertThat(outcome.path("intentId").asText()).isEqualTo(id);
    assertThat(outcome.path("key").asText()).startsWith("v1.");
    assertThat(outcome.path("result").path("id").asText()).startsWith("ef_");
    assertThat(outcome.path("advice").asText()).isNotBlank();
  }

  @Test
  void failsWhenTheIntentIsRefused() {
    assertThat(connected("submit", "charge_card", "{\"amount\":1}", "--catalog", catalog()))
        .satisfies(ran -> assertThat(ran.out()).contains("REJECTED"))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(1));
  }

  @Test
  void failsWhenTheActionIsNotInTheGatesCatalog() {
    assertThat(connected("submit", "charge_cart", CHARGE))
        .satisfies(ran -> assertThat(ran.out()).contains("REJECTED", "charge_card"))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(1));
  }

  @Test
  void failsWhenTheTargetDeclines() {
    target.plan(Plan.DECLINE);
    assertThat(submit(UUID.randomUUID().toString()))
        .satisfies(ran -> assertThat(ran.out()).contains("FAILED"))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(1));
  }

  @Test
  void advisesWhenTheOutcomeIsNotThereInTime() {
    String id = UUID.randomUUID().toString();
    target.hold();
    try {
      assertThat(submit(id, "--wait", "300ms"))
          .satisfies(ran -> assertThat(ran.out()).contains("PENDING", "do not retry with a new id"))
          .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(3));
      await() // A busy gate may need longer than that for its answer.
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                Cli.Ran again = submit(id, "--wait", "2s", "--json");
                assertThat(JSON.readTree(again.out()).path("status").asText())
                    .isEqualTo("IN_PROGRESS");
                assertThat(again.exitCode()).isEqualTo(3);
              });
    } finally {
      target.release();
    }
    assertThat(submit(id)) // The first one may have ended before.
        .satisfies(ran -> assertThat(ran.out()).containsAnyOf("performed once", "already done"))
        .satisfies(ran -> assertThat(ran.exitCode()).isZero());
  }

  @Test
  void showsTheStatusOfAKey() throws JsonProcessingException {
    String id = UUID.randomUUID().toString();
    submit(id);
    String key =
        Cli.run("key", "charge_card", CHARGE, "--intent-id", id, "--catalog", catalog(), "-q")
            .out()
            .strip();

    assertThat(connected("status", key))
        .satisfies(ran -> assertThat(ran.out()).contains("SUCCEEDED", "key=" + key))
        .satisfies(ran -> assertThat(ran.exitCode()).isZero());
    assertThat(JSON.readTree(connected("status", key, "--json").out()).path("key").asText())
        .isEqualTo(key);
    assertThat(connected("status", "v1." + "A".repeat(43)))
        .satisfies(ran -> assertThat(ran.out()).contains("No outcome of this action is known"))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(1));
  }

  @Test
  void watchesOutcomesUntilItIsStopped() throws InterruptedException {
    String id = UUID.randomUUID().toString();
    try (CliProcess watch =
        CliProcess.start(
            directory, Map.of(), "watch", "--bootstrap", pipeline.bootstrapServers())) {
      watch.awaitPrinted("watching");
      submit(id);
      watch.awaitPrinted("intentId=" + id);

      assertThat(watch.terminate(PATIENCE)).isZero();
      assertThat(watch.out()).contains("SUCCEEDED");
      assertThat(watch.complaints()).hasSize(1);
    }
  }

  @Test
  void refusesUnknownVariables() throws InterruptedException {
    try (CliProcess check =
        CliProcess.start(
            directory,
            Map.of("ACTONCE_TOPIK_PREFIX", "x.", "ACTONCE_CONFIG", ""),
            "topics",
            "check")) {
      assertThat(check.awaitExit(PATIENCE)).isEqualTo(2);
      assertThat(check.err())
          .startsWith("actonce: unknown environment variable 'ACTONCE_TOPIK_PREFIX'")
          .hasLineCount(1);
    }
  }

  @Test
  void performsTheExampleOfTheReadme() {
    String bootstrap = pipeline.bootstrapServers();
    assertThat(PublishExample.charge(bootstrap, catalog)).startsWith("SUCCEEDED: {\"id\":\"ef_");
    assertThat(PublishExample.charge(bootstrap, catalog)).startsWith("ALREADY_DONE: {\"id\":\"ef_");
  }

  private static Cli.Ran submit(String intentId, String... more) {
    List<String> line = new ArrayList<>(List.of("submit", "charge_card", CHARGE));
    line.addAll(List.of("--intent-id", intentId, "--catalog", catalog()));
    line.addAll(List.of(more));
    return connected(line.toArray(new String[0]));
  }

  private static String catalog() {
    return catalog.toString();
  }

  private static Cli.Ran connected(String... arguments) {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("--bootstrap-servers", pipeline.bootstrapServers()));
    return Cli.run(line.toArray(new String[0]));
  }
}
