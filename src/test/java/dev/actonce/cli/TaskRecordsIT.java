package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Publication;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of {@code watch --format task-records} over a real run, against its known truth. */
class TaskRecordsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ACTIONS = 20;

  @TempDir Path directory;
  private CountingTarget target;
  private EmbeddedPipeline pipeline;
  private ActOnceClient client;
  private final List<Publication> publications = new ArrayList<>();
  private int admitted;
  private int blocked;

  @BeforeEach
  void start() {
    target = new CountingTarget();
    Catalog catalog =
        Catalog.parse(
            """
            tools:
              charge:
                safety: keyed
                retry: { attempts: 4, backoff: 50ms..200ms }
                http:
                  url: %s
                  key_header: Idempotency-Key
                  timeout: 10s
                  not_executed: [402]
            """
                .formatted(target.url()),
            "test");
    pipeline =
        EmbeddedPipeline.startTemporary(0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT);
    client =
        ActOnceClient.builder()
            .bootstrapServers(pipeline.bootstrapServers())
            .catalog(catalog)
            .tenant("acme")
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    pipeline.close();
    target.close();
  }

  @Test
  void tellTheTrueDuplicateActionRate() throws InterruptedException {
    try (CliProcess watch =
        CliProcess.start(
            directory,
            Map.of(),
            "watch",
            "--format",
            "task-records",
            "--bootstrap",
            pipeline.bootstrapServers())) {
      watch.awaitPrinted("watching");

      drive();
      for (Publication publication : publications) {
        publication.await(PATIENCE);
      }
      // A publish is told to the end of each action, so an answer may come before the line.
      await().atMost(PATIENCE).until(() -> answered(watch).size() == publications.size());

      assertThat(watch.terminate(PATIENCE)).isZero();
      List<JsonNode> lines = lines(watch);
      assertThat(blockedOf(lines)).isEqualTo(blocked);
      assertThat(admittedOf(lines)).isEqualTo(admitted);
      assertThat(dar(blockedOf(lines), admittedOf(lines))).isEqualTo(dar(blocked, admitted));
      assertThat(lines)
          .extracting(line -> line.path("verdict").asText())
          .contains("admitted", "already_done", "conflict", "rejected");
      assertThat(lines)
          .filteredOn(line -> line.path("verdict").asText().equals("admitted"))
          .filteredOn(line -> line.path("final").asBoolean())
          .allSatisfy(line -> assertThat(line.path("latency_ms").asLong(-1)).isNotNegative());
    }
  }

  /** Publishes whose verdict is known beforehand, because each waits for the one before. */
  private void drive() throws InterruptedException {
    for (int i = 0; i < ACTIONS; i++) {
      target.plan(i % 5 == 0 ? Plan.EFFECT_THEN_DROP : Plan.ANSWER);
      publishAndWait("order-" + i, 5);
      admitted++;
      for (int copy = 0; copy < i % 4; copy++) {
        publishAndWait("order-" + i, 5);
        blocked++;
      }
    }
    target.plan(Plan.DECLINE);
    publishAndWait("declined", 5);
    assertThat(publishAndWait("declined", 5)).isEqualTo(OutcomeStatus.SUCCEEDED);
    admitted += 2; // A deliberate retry of a failed action is another generation.
    assertThat(publishAndWait("order-0", 6)).isEqualTo(OutcomeStatus.CONFLICT);
    publications.add(client.publish(Intent.action("chrage").intentId("typo").build()));
  }

  private OutcomeStatus publishAndWait(String order, int amount) throws InterruptedException {
    Publication publication =
        client.publish(
            Intent.action("charge")
                .intentId(order)
                .arguments(Map.of("customer", "c_1", "amount", amount))
                .build());
    publications.add(publication);
    return publication.await(PATIENCE).status().orElseThrow();
  }

  private static double dar(long blocked, long admitted) {
    return (double) blocked / (admitted + blocked);
  }

  private static long blockedOf(List<JsonNode> lines) {
    return lines.stream().filter(line -> line.path("duplicate").asBoolean()).count();
  }

  private static long admittedOf(List<JsonNode> lines) {
    return lines.stream()
        .filter(line -> line.path("verdict").asText().equals("admitted"))
        .map(line -> line.path("task_id").asText())
        .distinct()
        .count();
  }

  /** Publishes that a final line answers. */
  private static Set<String> answered(CliProcess watch) {
    Set<String> requests = new HashSet<>();
    for (JsonNode line : lines(watch)) {
      if (line.path("final").asBoolean()) {
        requests.add(line.path("request_id").asText());
      }
    }
    return requests;
  }

  private static List<JsonNode> lines(CliProcess watch) {
    String out = watch.out();
    return out.substring(0, out.lastIndexOf('\n') + 1).lines().map(TaskRecordsIT::parse).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + line, e);
    }
  }
}
