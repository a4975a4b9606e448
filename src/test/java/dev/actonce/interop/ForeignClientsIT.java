package dev.actonce.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Publication;
import dev.actonce.config.OutcomeForms;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Program;
import dev.actonce.testing.Snippets;
import dev.actonce.testing.Wiretap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents in Node and kcat, as the docs show them, on the real pipeline. */
@LongRun
final class ForeignClientsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Path NODE = Path.of("src/test/node");
  private static final Path PAGE = Path.of("src/site/markdown/interop.md");
  private static final int INTENTS = 1_000;

  @TempDir Path scratch;
  private final CountingTarget target = new CountingTarget();
  private EmbeddedPipeline pipeline;
  private Catalog catalog;

  @BeforeEach
  void start() {
    catalog =
        Catalog.parse(
            """
            tools:
              charge_card:
                safety: keyed
                max_in_flight: 64
                http:
                  method: POST
                  url: %s
                  key_header: Idempotency-Key
                  timeout: 20s
            """
                .formatted(target.url()),
            "test");
    pipeline =
        EmbeddedPipeline.startTemporary(
            0,
            catalog,
            Map.of(),
            EmbeddedPipeline.Options.DEFAULT.withOutcomeForms(OutcomeForms.AVRO_AND_JSON));
  }

  @AfterEach
  void stop() {
    pipeline.close();
    target.close();
  }

  @Test
  void chargesOnceFromKcatAndNodeAsTheDocsShow() {
    Program.assumeInstalled("kcat");
    Program.assumeNodePackages(NODE);

    bash(Snippets.shown(PAGE, "KcatPublish"));
    String told =
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(500))
            .until(
                () -> bash(Snippets.shown(PAGE, "KcatRead")), text -> text.contains("SUCCEEDED"));
    JsonNode first = json(told.lines().findFirst().orElseThrow());
    JsonNode second = json(node(NODE.resolve("agent.mjs").toString(), pipeline.bootstrapServers()));

    assertThat(first.at("/requestId").textValue()).isEqualTo("r-1");
    assertThat(second.at("/status").textValue()).isEqualTo("ALREADY_DONE");
    assertThat(second.at("/originalRequestId").textValue()).isEqualTo("r-1");
    assertThat(second.get("result")).isEqualTo(first.get("result"));
    assertThat(target.bodies())
        .containsExactly("{\"customer_id\":\"c_812\",\"amount\":149.00,\"currency\":\"EUR\"}");
  }

  @Test
  void answersTenCallsAtOnceInEachOfTwoNodeProcesses() {
    Program.assumeNodePackages(NODE);
    List<CompletableFuture<String>> processes =
        Stream.of("one", "other")
            .map(
                name ->
                    CompletableFuture.supplyAsync(
                        () -> agent(directory(name), "10", String.valueOf(PATIENCE.toMillis()))))
            .toList();

    for (CompletableFuture<String> process : processes) {
      List<JsonNode> told = outcomes(process.join());
      assertThat(told)
          .hasSize(10)
          .allSatisfy(
              outcome ->
                  assertThat(outcome.at("/status").textValue()).isIn("SUCCEEDED", "ALREADY_DONE"));
      assertThat(told.stream().map(outcome -> outcome.at("/intentId").textValue()))
          .doesNotHaveDuplicates();
    }
    assertThat(target.effects()).isEqualTo(10);
    assertThat(target.mostEffects()).isEqualTo(1);
  }

  @Test
  void givesANodeAgentTheDoubtWithItsAdviceWhenItsPatienceIsOver() {
    Program.assumeNodePackages(NODE);
    target.plan(Plan.EFFECT_THEN_DROP);
    target.hold(); // The retry, which would end the doubt.

    JsonNode told = outcomes(agent(directory("agent"), "1", "15000")).get(0);

    assertThat(told.at("/status").textValue()).isEqualTo("UNKNOWN");
    assertThat(told.at("/advice").textValue()).contains("may have gone through");
  }

  @Test
  void letsNoDuplicateEscapeAmongAThousandIntentsOfKafkajsRepeatedByJava() {
    Program.assumeNodePackages(NODE);
    CompletableFuture<String> node =
        CompletableFuture.supplyAsync(
            () ->
                node(
                    NODE.resolve("publish-many.mjs").toString(),
                    pipeline.bootstrapServers(),
                    Integer.toString(INTENTS)));
    await().atMost(PATIENCE).until(() -> target.requests() > 0 || node.isDone());
    List<OutcomeStatus> java = repeatHalfFromJava();

    JsonNode told = json(node.join());
    int succeeded = told.path("SUCCEEDED").intValue();
    assertThat(succeeded + told.path("ALREADY_DONE").intValue()).isEqualTo(INTENTS);
    assertThat(java)
        .hasSize(INTENTS / 2)
        .isSubsetOf(OutcomeStatus.SUCCEEDED, OutcomeStatus.ALREADY_DONE);
    assertThat(answeredRequests()).hasSize(INTENTS + INTENTS / 2);
    assertThat(target.effects()).isEqualTo(INTENTS);
    assertThat(target.requests()).isEqualTo(INTENTS);
    assertThat(target.mostEffects()).isEqualTo(1);
  }

  /**
   * Publishes every other order with our own client while Node does, and waits for the outcomes.
   */
  private List<OutcomeStatus> repeatHalfFromJava() {
    try (ActOnceClient client =
        ActOnceClient.builder()
            .bootstrapServers(pipeline.bootstrapServers())
            .catalog(catalog)
            .tenant("acme")
            .build()) {
      List<Publication> publications = new ArrayList<>();
      for (int i = 0; i < INTENTS; i += 2) {
        publications.add(
            client.publish(
                Intent.action("charge_card")
                    .intentId("order-" + i)
                    .arguments(Map.of("order", "order-" + i, "amount", 149.50))
                    .build()));
      }
      return publications.stream()
          .map(publication -> publication.await(PATIENCE).status().orElseThrow())
          .toList();
    }
  }

  /** Every publish that got a final outcome under its own requestId. */
  private Set<String> answeredRequests() {
    try (Wiretap wire = new Wiretap(pipeline.kafka())) {
      return await()
          .atMost(PATIENCE)
          .until(
              () ->
                  wire.outcomes().stream()
                      .filter(event -> event.status().isFinal())
                      .map(event -> event.about().requestId())
                      .collect(Collectors.toSet()),
              requests -> requests.size() >= INTENTS + INTENTS / 2);
    }
  }

  private Path directory(String name) {
    try {
      return Files.createDirectories(scratch.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String agent(Path directory, String calls, String patienceMs) {
    return Program.run(
        directory,
        Map.of("KAFKAJS_NO_PARTITIONER_WARNING", "1"),
        List.of(
            "node",
            NODE.resolve("agent.mjs").toAbsolutePath().toString(),
            pipeline.bootstrapServers(),
            calls,
            patienceMs));
  }

  /** The lines that are outcomes; kafkajs logs between them. */
  private static List<JsonNode> outcomes(String printed) {
    return printed
        .lines()
        .filter(line -> line.contains("\"advice\""))
        .map(ForeignClientsIT::json)
        .toList();
  }

  private String bash(String script) {
    return Program.run(
        scratch,
        Map.of("ACTONCE_BOOTSTRAP_SERVERS", pipeline.bootstrapServers()),
        List.of("bash", "-euo", "pipefail", "-c", script));
  }

  private String node(String... arguments) {
    List<String> command = new ArrayList<>(List.of("node"));
    command.addAll(List.of(arguments));
    return Program.run(scratch, Map.of("KAFKAJS_NO_PARTITIONER_WARNING", "1"), command);
  }

  /** The last line printed; kafkajs logs to standard output before it. */
  private static JsonNode json(String printed) {
    try {
      return new ObjectMapper().readTree(printed.lines().reduce((a, b) -> b).orElseThrow());
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + printed, e);
    }
  }
}
