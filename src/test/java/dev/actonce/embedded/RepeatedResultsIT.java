package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Wiretap;
import dev.actonce.tool.ActionHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a looping agent costs: the bytes that its duplicates leave in all topics. */
@SuppressWarnings("NullAway.Init")
class RepeatedResultsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final int DUPLICATES = 1_000;
  private static final long MB = 1_000_000;

  private static final Catalog CATALOG =
      Catalog.parse(
          """
          tools:
            large: { safety: keyed }
            small: { safety: keyed }
          """,
          "test");

  private EmbeddedPipeline pipeline;
  private Wiretap wire;

  @BeforeEach
  void start() {
    pipeline =
        EmbeddedPipeline.startTemporary(
            0,
            CATALOG,
            Map.of("large", result(1024 * 1024 - 2), "small", result(60 * 1024)),
            EmbeddedPipeline.Options.DEFAULT.withOutcomeForms(OutcomeForms.AVRO_AND_JSON));
    wire = new Wiretap(pipeline.kafka());
  }

  @AfterEach
  void stop() {
    wire.close();
    pipeline.close();
  }

  @Test
  void tellsAResultOfAMebibyteOnce() throws Exception {
    ActionIntent intent = Intents.intent("large", "inv-1", "{}");

    long bytes = bytesOfDuplicates(intent);

    assertThat(bytes).isBetween(1L, 5 * MB);
    List<OutcomeEvent> answers = answers();
    assertThat(answers).hasSize(DUPLICATES).allMatch(event -> event.answer().result() == null);
    assertThat(answers.get(0).answer().advice()).contains("first outcome");
  }

  @Test
  void repeatsASmallerResultUntilItsAgentLoops() throws Exception {
    ActionIntent intent = Intents.intent("small", "inv-1", "{}");

    long bytes = bytesOfDuplicates(intent);

    assertThat(bytes).isBetween(1L, 10 * MB);
    assertThat(answers().stream().filter(event -> event.answer().result() != null)).hasSize(10);
  }

  /** Of all topics, those of Kafka Streams and the intents themselves included. */
  private long bytesOfDuplicates(ActionIntent intent) throws Exception {
    wire.publish(null, intent);
    OutcomeEvent first = wire.awaitFinal(intent.requestId());
    assertThat(first.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    IdempotencyKey key = Objects.requireNonNull(first.key());
    // The gate has read the outcome once a duplicate is told of it.
    ActionIntent second = Intents.again(intent);
    wire.publish(key.value(), second);
    wire.awaitOutcome(second.requestId(), event -> true);
    long before = bytes();

    for (int i = 1; i < DUPLICATES; i++) {
      wire.publish(key.value(), Intents.again(intent));
    }
    await().atMost(PATIENCE).until(() -> answers().size() == DUPLICATES);
    return bytes() - before;
  }

  private List<OutcomeEvent> answers() {
    return wire.outcomes().stream()
        .filter(event -> event.status() == OutcomeStatus.ALREADY_DONE)
        .toList();
  }

  private long bytes() throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", pipeline.bootstrapServers()))) {
      List<Integer> brokers =
          admin.describeCluster().nodes().get().stream().map(node -> node.id()).toList();
      return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
          .flatMap(directories -> directories.values().stream())
          .map(LogDirDescription::replicaInfos)
          .flatMap(replicas -> replicas.entrySet().stream())
          .filter(replica -> replica.getKey().topic().startsWith("actonce."))
          .map(Map.Entry::getValue)
          .mapToLong(ReplicaInfo::size)
          .sum();
    }
  }

  private static ActionHandler result(int characters) {
    String result = "\"" + "x".repeat(characters) + "\"";
    return call -> new ActionResult.Succeeded(result, "ref-7");
  }
}
