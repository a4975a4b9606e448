package dev.actonce.interop;

import static dev.actonce.core.outcome.OutcomeStatus.ALREADY_DONE;
import static dev.actonce.core.outcome.OutcomeStatus.CONFLICT;
import static dev.actonce.core.outcome.OutcomeStatus.REJECTED;
import static dev.actonce.core.outcome.OutcomeStatus.SUCCEEDED;
import static dev.actonce.core.outcome.OutcomeStatus.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import dev.actonce.client.Publication;
import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Program;
import dev.actonce.testing.Wiretap;
import dev.actonce.tool.ActionCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody who may publish answers for another agent, on the real pipeline: with the requestId that
 * outcomes show, he makes the gate refuse, contradict and repeat under the victim's name. The
 * victim's provider is slow, and is held until the gate has written each of it.
 */
@LongRun
@Timeout(300)
final class ForgedAnswersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Path NODE = Path.of("src/test/node");
  private static final String INVOICE = "inv-4471";
  private static final String RESULT = "{\"id\":\"of the victim\"}";
  private static final Catalog CATALOG =
      Catalog.parse(
          "tools: { charge_card: { safety: keyed, retry: { attempts: 3, backoff: 50ms..50ms } } }",
          "test");

  @TempDir Path scratch;
  private final CountDownLatch loseTheAnswer = new CountDownLatch(1);
  private final CountDownLatch answerTheRetry = new CountDownLatch(1);
  private EmbeddedPipeline pipeline;
  private Wiretap wire;

  @BeforeEach
  void start() {
    pipeline =
        EmbeddedPipeline.startTemporary(
            0,
            CATALOG,
            Map.of("charge_card", this::charge),
            EmbeddedPipeline.Options.DEFAULT.withOutcomeForms(OutcomeForms.AVRO_AND_JSON));
    wire = new Wiretap(pipeline.kafka());
  }

  @AfterEach
  void stop() {
    loseTheAnswer.countDown();
    answerTheRetry.countDown();
    wire.close();
    pipeline.close();
  }

  private ActionResult charge(ActionCall call) throws InterruptedException {
    if (!INVOICE.equals(call.action().intent().intentId())) {
      return new ActionResult.Succeeded("{\"id\":\"of the attacker\"}", null);
    }
    if (call.attempt() == 1) {
      loseTheAnswer.await();
      return new ActionResult.Unknown("TIMEOUT", "no answer");
    }
    answerTheRetry.await();
    return new ActionResult.Succeeded(RESULT, null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leaveAVictimInJavaItsOwnOutcome(boolean knowsTheCatalog) {
    try (ActOnceClient client = client(knowsTheCatalog)) {
      Publication publication = client.publish(victim());
      String requestId = publication.requestId();

      refuseAndContradict(requestId);
      assertThat(publication.latest().isPending()).isTrue();
      loseTheAnswer.countDown();
      Latest doubt =
          await().atMost(PATIENCE).until(publication::latest, latest -> !latest.isPending());
      assertThat(doubt.status()).contains(UNKNOWN);
      refuseAndContradict(requestId);
      actUnderTheNameOf(requestId);
      assertThat(publication.latest().status()).contains(UNKNOWN);
      answerTheRetry.countDown();

      Latest end = publication.await(PATIENCE);
      assertThat(end.status()).contains(SUCCEEDED);
      assertThat(end.outcome().orElseThrow().answer().result()).isEqualTo(RESULT);
    }
  }

  @Test
  void leaveAVictimInNodeItsOwnOutcome() throws Exception {
    Program.assumeNodePackages(NODE);
    CompletableFuture<String> node = CompletableFuture.supplyAsync(this::agent);
    String requestId =
        await()
            .atMost(PATIENCE)
            .until(() -> wire.dispatched().stream().findFirst(), Optional::isPresent)
            .orElseThrow()
            .intent()
            .requestId();

    refuseAndContradict(requestId);
    loseTheAnswer.countDown();
    wire.awaitOutcome(requestId, event -> event.status() == UNKNOWN);
    refuseAndContradict(requestId);
    actUnderTheNameOf(requestId);
    assertThat(node).isNotDone();
    answerTheRetry.countDown();

    JsonNode told =
        new ObjectMapper().readTree(node.join().lines().reduce((a, b) -> b).orElseThrow());
    assertThat(told.at("/status").textValue()).isEqualTo("SUCCEEDED");
    assertThat(told.get("result").toString()).isEqualTo(RESULT);
  }

  @Test
  void showNoReplyTokenBehindTheGate() {
    try (ActOnceClient client = client(true)) {
      Publication publication = client.publish(victim());
      loseTheAnswer.countDown();
      answerTheRetry.countDown();

      assertThat(publication.await(PATIENCE).outcome().orElseThrow().about().replyHash())
          .isNotNull()
          .satisfies(hash -> assertThat(hash.value()).hasSize(43));
      assertThat(wire.dispatched())
          .singleElement()
          .satisfies(action -> assertThat(action.intent().replyToken()).isNull());
    }
  }

  /** The victim's action with another amount, and an unknown tool; with and without a token. */
  private void refuseAndContradict(String requestId) {
    long conflicts = count(requestId, CONFLICT);
    long refusals = count(requestId, REJECTED);
    for (ReplyToken token : tokens()) {
      publish(requestId, "charge_card", INVOICE, "{\"amount\":1}", token);
      publish(requestId, "no_such_tool", null, "{}", token);
    }
    awaitCount(requestId, CONFLICT, conflicts + 2);
    awaitCount(requestId, REJECTED, refusals + 2);
  }

  /** Actions of the attacker: a finished one that is repeated, and one that is admitted. */
  private void actUnderTheNameOf(String requestId) {
    String own = UUID.randomUUID().toString();
    publish(own, "charge_card", "inv-evil", "{\"amount\":1}", null);
    wire.awaitFinal(own);
    int number = 0;
    for (ReplyToken token : tokens()) {
      publish(requestId, "charge_card", "inv-evil", "{\"amount\":1}", token);
      publish(requestId, "charge_card", "inv-evil-" + number++, "{\"amount\":1}", token);
    }
    awaitCount(requestId, ALREADY_DONE, 2);
    awaitCount(requestId, SUCCEEDED, 2);
  }

  private static List<@Nullable ReplyToken> tokens() {
    return Stream.of(null, new ReplyToken("of the attacker")).toList();
  }

  private void publish(
      String requestId,
      String action,
      @Nullable String intentId,
      String arguments,
      @Nullable ReplyToken token) {
    wire.publish(
        null,
        ActionIntent.of(requestId, Scope.ofTenant("acme"), action, arguments)
            .withIntentId(intentId)
            .withReplyToken(token));
  }

  private long count(String requestId, OutcomeStatus status) {
    return wire.told(requestId).stream().filter(status::equals).count();
  }

  private void awaitCount(String requestId, OutcomeStatus status, long least) {
    await("%s of %s".formatted(status, requestId))
        .atMost(PATIENCE)
        .until(() -> count(requestId, status) >= least);
  }

  private ActOnceClient client(boolean knowsTheCatalog) {
    ActOnceClient.Builder builder =
        ActOnceClient.builder().bootstrapServers(pipeline.bootstrapServers()).tenant("acme");
    return knowsTheCatalog ? builder.catalog(CATALOG).build() : builder.build();
  }

  private static Intent victim() {
    return Intent.action("charge_card").intentId(INVOICE).arguments("{\"amount\":149}").build();
  }

  private String agent() {
    return Program.run(
        scratch,
        Map.of("KAFKAJS_NO_PARTITIONER_WARNING", "1"),
        List.of("node", NODE.resolve("agent.mjs").toString(), pipeline.bootstrapServers()));
  }
}
