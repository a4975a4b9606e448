package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.Intents;
import dev.actonce.testing.SharedBroker;
import dev.actonce.testing.Wiretap;
import dev.actonce.tool.Handlers;
import dev.actonce.wire.Codecs;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The executor on a real broker and a real HTTP target; the test plays the gate. */
final class ExecutorAppIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Duration SESSION = Duration.ofSeconds(6);
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final int PARTITIONS = 2;

  private CountingTarget target;
  private KafkaConfig kafka;
  private Handlers handlers;
  private Catalog catalog;
  private Wiretap wire;
  private ExecutorApp executor;

  @BeforeEach
  void start() throws InterruptedException {
    target = new CountingTarget();
    kafka = SharedBroker.kafka("it").withSessionTimeout(SESSION);
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(PARTITIONS, 1);
    }
    catalog =
        Catalog.parse(
            """
            tools:
              charge:
                safety: keyed
                retry: { attempts: 4, backoff: 50ms..200ms }
                http:
                  method: POST
                  url: %1$s
                  key_header: Idempotency-Key
                  timeout: 30s
                  not_executed: [402]
              patient:
                safety: unsafe
                retry: { attempts: 4, backoff: 120s..120s }
                http: { method: POST, url: %1$s, timeout: 30s }
              post_once:
                safety: unsafe
                http: { method: POST, url: %1$s, timeout: 30s, not_executed: [402] }
            """
                .formatted(target.url()),
            "test");
    handlers = Handlers.of(catalog, Map.of());
    wire = new Wiretap(kafka);
    executor = startExecutor("one");
  }

  @AfterEach
  void stop() {
    executor.close();
    wire.close();
    handlers.close();
    target.close();
  }

  @Test
  void performsAnActionOnceAndTellsItsOutcome() {
    ApprovedAction action = action("charge", "a");

    wire.dispatch(action);

    OutcomeEvent event = awaitFinal(action);
    assertThat(event.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(event.answer().result()).contains("succeeded");
    assertThat(event.history().attempts()).isEqualTo(1);
    assertThat(target.keys()).containsExactly(action.providerKey());
    assertThat(target.bodies()).containsExactly(action.intent().arguments());
  }

  @Test
  void settlesALostAnswerByRetryingWithTheSameKeyAndBytes() {
    target.plan(Plan.EFFECT_THEN_DROP, Plan.EFFECT_THEN_500);
    ApprovedAction action = action("charge", "a");

    wire.dispatch(action);

    awaitFinal(action);
    assertThat(wire.told(action.intent().requestId()))
        .containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.SUCCEEDED);
    assertThat(target.effects()).isEqualTo(1);
    assertThat(target.requests()).isEqualTo(3);
    assertThat(Set.copyOf(target.keys())).hasSize(1);
    assertThat(Set.copyOf(target.bodies())).hasSize(1);
  }

  @Test
  void reportsAProofOfNoEffectAsFailed() {
    target.plan(Plan.DECLINE);
    ApprovedAction action = action("charge", "a");

    wire.dispatch(action);

    OutcomeEvent event = awaitFinal(action);
    assertThat(event.status()).isEqualTo(OutcomeStatus.FAILED);
    assertThat(event.answer().errorCode()).isEqualTo("HTTP_402");
    assertThat(target.effects()).isZero();
  }

  @Test
  void retriesABusyTargetUntilItAnswers() {
    target.plan(Plan.BUSY, Plan.BUSY);
    ApprovedAction action = action("charge", "a");

    wire.dispatch(action);

    OutcomeEvent event = awaitFinal(action);
    assertThat(event.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(event.history().attempts()).isEqualTo(3);
    assertThat(wire.told(action.intent().requestId())).hasSize(1);
  }

  @Test
  void leavesAnUnsafeDoubtToAnOperatorAndAppliesOnlyTheLiveClaimsSettlement() {
    target.plan(Plan.EFFECT_THEN_DROP);
    ApprovedAction action = action("post_once", "a");
    wire.dispatch(action);
    OutcomeEvent unknown = awaitStatus(action, OutcomeStatus.UNKNOWN);

    wire.settle(settlement(action, "another-claim", "{\"id\":\"wrong\"}"));
    wire.settle(
        settlement(action, requireNonNull(unknown.history().claimId()), "{\"id\":\"right\"}"));

    OutcomeEvent event = awaitFinal(action);
    assertThat(event.answer().result()).isEqualTo("{\"id\":\"right\"}");
    assertThat(event.history().settledBy()).isEqualTo("operator:ann");
    assertThat(target.requests()).isEqualTo(1);
  }

  @Test
  void executesNothingAgainWhenTheGroupsOffsetsAreLost() throws Exception { // K22
    List<ApprovedAction> actions = List.of(action("charge", "a"), action("post_once", "b"));
    actions.forEach(wire::dispatch);
    actions.forEach(this::awaitFinal);
    executor.close();
    deleteOffsets();

    executor = startExecutor("two");
    ApprovedAction later = action("charge", "c");
    wire.dispatch(later);
    awaitFinal(later);

    assertThat(target.requests()).isEqualTo(3);
  }

  @Test
  void recoversTheClaimOfAWorkerThatEndedDuringACall() throws Exception {
    target.delayAnswers(60_000);
    ApprovedAction keyed = action("charge", "a");
    ApprovedAction unsafe = action("post_once", "b");
    wire.dispatch(keyed);
    wire.dispatch(unsafe);
    await().atMost(PATIENCE).until(() -> target.requests() == 2);
    executor.close();
    target.delayAnswers(0);

    executor = startExecutor("two");

    assertThat(awaitFinal(keyed).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    awaitStatus(unsafe, OutcomeStatus.UNKNOWN);
    assertThat(target.mostEffects()).isEqualTo(1);
    assertThat(target.requests()).isEqualTo(3);
  }

  @Test
  void goesOnWithAClaimThatWasGivenBackBetweenTwoCalls() throws Exception {
    target.plan(Plan.BUSY);
    ApprovedAction action = action("patient", "a");
    wire.dispatch(action);
    await().atMost(PATIENCE).until(() -> target.requests() == 1);
    executor.close();

    executor = startExecutor("two");

    assertThat(awaitFinal(action).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(wire.told(action.intent().requestId())).containsExactly(OutcomeStatus.SUCCEEDED);
    assertThat(target.requests()).isEqualTo(2);
  }

  @Test
  void keepsAPartitionWhileACallOutlastsTheSessionTimeout() {
    target.delayAnswers(SESSION.plusSeconds(1).toMillis());
    ApprovedAction action = action("post_once", "a");

    wire.dispatch(action);

    assertThat(awaitFinal(action).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(target.requests()).isEqualTo(1);
  }

  @Test
  void sharesPartitionsWithASecondExecutorWithoutRepeatingAnything() throws Exception {
    target.delayAnswers(30);
    List<ApprovedAction> actions =
        IntStream.range(0, 200)
            .mapToObj(i -> action(i % 2 == 0 ? "charge" : "post_once", "k" + i))
            .toList();
    actions.subList(0, 100).forEach(wire::dispatch);
    // A call that is not over when it ends would stay unknown.
    try (ExecutorApp second = startExecutor("second", Duration.ofSeconds(20))) {
      actions.subList(100, 150).forEach(wire::dispatch);
      assertThat(second.failure()).isEmpty();
    }
    actions.subList(150, 200).forEach(wire::dispatch);

    actions.forEach(this::awaitFinal);
    assertThat(target.effects()).isEqualTo(200);
    assertThat(target.mostEffects()).isEqualTo(1);
  }

  @Test
  void putsAnUndecodableDispatchRecordAsideAndGoesOn() {
    wire.sendTo(new TopicNames(kafka.topicPrefix()).dispatch(), "x", "{}".getBytes(UTF_8));
    ApprovedAction good = action("charge", "a");
    wire.dispatch(good);

    awaitFinal(good);
    await().atMost(PATIENCE).until(() -> wire.deadLetters().size() == 1);
  }

  @Test
  void failsAnActionThatNoHandlerPerforms() {
    ApprovedAction action = action("unheard_of", "a");

    wire.dispatch(action);

    assertThat(awaitFinal(action).answer().errorCode()).isEqualTo("NO_HANDLER");
  }

  private ExecutorApp startExecutor(String instance) throws InterruptedException {
    return startExecutor(instance, DRAIN);
  }

  private ExecutorApp startExecutor(String instance, Duration drain) throws InterruptedException {
    ExecutorApp app =
        ExecutorApp.start(
            new ExecutorConfig(kafka, instance, 16, drain),
            Tools.of(catalog, handlers),
            new Codecs(),
            ExecutorListener.NONE);
    assertThat(app.awaitReady(PATIENCE)).isTrue();
    return app;
  }

  private void deleteOffsets() throws Exception {
    TopicNames topics = new TopicNames(kafka.topicPrefix());
    String group = ExecutorConfig.of(kafka, "any").group();
    try (Admin admin = Admin.create(new ClientSettings(kafka).admin("test"))) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        admin
            .deleteConsumerGroupOffsets(
                group,
                Set.of(
                    new TopicPartition(topics.dispatch(), partition),
                    new TopicPartition(topics.settlements(), partition)))
            .all()
            .get(60, TimeUnit.SECONDS);
      }
    }
  }

  private OutcomeEvent awaitFinal(ApprovedAction action) {
    return awaitEvent(action, event -> event.status().isFinal());
  }

  private OutcomeEvent awaitStatus(ApprovedAction action, OutcomeStatus status) {
    return awaitEvent(action, event -> event.status() == status);
  }

  private OutcomeEvent awaitEvent(ApprovedAction action, Predicate<OutcomeEvent> wanted) {
    return wire.awaitOutcome(action.intent().requestId(), wanted);
  }

  private static Settlement settlement(ApprovedAction action, String claimId, String result) {
    return Settlement.of(
            action.key(),
            claimId,
            Settlement.Verdict.SUCCEEDED,
            Settlement.Source.OPERATOR,
            "ann",
            Instant.now())
        .withAnswer(result, null)
        .because("seen in the provider's list");
  }

  private static ApprovedAction action(String tool, String name) {
    return new ApprovedAction(
        key(name),
        1,
        KeyKind.INTENT,
        new Fingerprint("fp-" + name),
        Instant.now(),
        Intents.intent(tool, name, "{\"name\":\"" + name + "\", \"amount\": 149.00}"),
        ReplyHash.NONE);
  }

  private static IdempotencyKey key(String name) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return new IdempotencyKey(
          "v1." + Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
