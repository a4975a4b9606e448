package dev.actonce.client;

import static dev.actonce.client.Events.executor;
import static dev.actonce.client.Events.gate;
import static dev.actonce.client.PlayedPipeline.partitionOf;
import static dev.actonce.core.outcome.OutcomeStatus.ALREADY_DONE;
import static dev.actonce.core.outcome.OutcomeStatus.FAILED;
import static dev.actonce.core.outcome.OutcomeStatus.IN_PROGRESS;
import static dev.actonce.core.outcome.OutcomeStatus.REJECTED;
import static dev.actonce.core.outcome.OutcomeStatus.SUCCEEDED;
import static dev.actonce.core.outcome.OutcomeStatus.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.outcome.OutcomeEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client against a real broker; the test writes what gate and executors would. */
@Timeout(180)
class ActOnceClientIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final AtomicInteger INTENTS = new AtomicInteger();

  private static PlayedPipeline pipeline;
  private static ActOnceClient client;

  @BeforeAll
  static void start() {
    pipeline = new PlayedPipeline();
    client = pipeline.client().build();
  }

  @AfterAll
  static void stop() {
    client.close();
    pipeline.close();
  }

  @Test
  void commitsTheIntentUnderItsKey() {
    Publication publication = client.publish(intent());
    assertThat(pipeline.committed(key(publication), publication.requestId()).scope().tenant())
        .isEqualTo("acme");
  }

  @Test
  void answersWithTheOutcomeOfItsOwnPublish() throws Exception {
    Publication publication = client.publish(intent());
    CompletableFuture<OutcomeEvent> end = publication.finalOutcome();
    OutcomeEvent event = executor(key(publication), SUCCEEDED, 1, publication.requestId());
    pipeline.tell(event);
    assertThat(publication.await(LONG).outcome()).contains(event);
    assertThat(end.get(60, TimeUnit.SECONDS)).isEqualTo(event);
  }

  @Test
  void answersADuplicateWithTheOriginalsEnd() throws Exception {
    Publication publication = client.publish(intent());
    pipeline.tell(gate(key(publication), IN_PROGRESS, 1, publication.requestId(), "original"));
    pipeline.tell(executor(key(publication), SUCCEEDED, 1, "original"));
    assertThat(publication.await(LONG).status()).contains(SUCCEEDED);
  }

  @Test
  void answersADuplicateWhoseInProgressCameAfterTheEnd() throws Exception {
    Publication publication = client.publish(intent());
    pipeline.tell(executor(key(publication), SUCCEEDED, 1, "original"));
    pipeline.tell(gate(key(publication), IN_PROGRESS, 1, publication.requestId(), "original"));
    assertThat(publication.await(LONG).status()).contains(SUCCEEDED);
  }

  @Test
  void answersAllDuplicatesWithTheAnswerOfTheLatest() throws Exception {
    Intent intent = intent();
    Publication first = client.publish(intent);
    Publication second = client.publish(intent);
    pipeline.tell(gate(key(first), IN_PROGRESS, 1, first.requestId(), "original"));
    pipeline.tell(gate(key(first), IN_PROGRESS, 1, second.requestId(), "original"));
    pipeline.tell(gate(key(first), ALREADY_DONE, 1, second.requestId(), "original"));
    assertThat(first.await(LONG).status()).contains(ALREADY_DONE);
    assertThat(second.await(LONG).status()).contains(ALREADY_DONE);
  }

  @Test
  void goesFromDoubtToTheEnd() throws Exception {
    Publication publication = client.publish(intent());
    pipeline.tell(executor(key(publication), UNKNOWN, 1, publication.requestId()));
    await().atMost(PATIENCE).until(() -> !publication.latest().isPending());
    assertThat(publication.await(SHORT).status()).contains(UNKNOWN);
    pipeline.tell(executor(key(publication), SUCCEEDED, 1, publication.requestId()));
    assertThat(publication.await(LONG).status()).contains(SUCCEEDED);
  }

  @Test
  void isPendingWhenTheTimeIsOver() {
    Latest latest = client.publish(intent()).await(SHORT);
    assertThat(latest.isPending()).isTrue();
    assertThat(latest.advice()).contains("do not retry with a new id");
  }

  @Test
  void isNotAnsweredByTheEndOfAnEarlierGeneration() throws Exception {
    Intent intent = intent();
    Publication first = client.publish(intent);
    pipeline.tell(executor(key(first), FAILED, 1, first.requestId()));
    assertThat(first.await(LONG).status()).contains(FAILED);
    Publication second = client.publish(intent);
    pipeline.tell(executor(key(second), FAILED, 1, first.requestId()));
    assertThat(second.await(SHORT).isPending()).isTrue();
    pipeline.tell(executor(key(second), SUCCEEDED, 2, second.requestId()));
    assertThat(second.await(LONG).status()).contains(SUCCEEDED);
  }

  @Test
  void readsARefusalThatHasNoKey() throws Exception {
    Publication publication = client.publish(intent());
    pipeline.answer(Events.refusal(publication.requestId()));
    assertThat(publication.await(LONG).status()).contains(REJECTED);
  }

  @Test
  void givesEachPublishASecretOfItsOwn() {
    Intent intent = intent();
    Publication first = client.publish(intent);
    Publication second = client.publish(intent);
    ReplyToken one = token(first);
    ReplyToken other = token(second);
    assertThat(one).isNotEqualTo(other);
    assertThat(one.value()).hasSize(22);
    assertThat(one.toString()).doesNotContain(one.value());
  }

  @Test
  void learnsTheKeyFromTheOutcomeWithoutACatalog() throws Exception {
    try (ActOnceClient keyless = pipeline.clientWithoutCatalog().build()) {
      Publication publication = keyless.publish(intent());
      assertThat(publication.key()).isEmpty();
      IdempotencyKey key = Events.key('z');
      pipeline.answer(gate(key, IN_PROGRESS, 1, publication.requestId(), "original"));
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(publication.key()).contains(key));
      await()
          .atMost(PATIENCE)
          .until(() -> keyless.assignedPartitions().equals(Set.of(partitionOf(key.value()))));
      pipeline.tell(executor(key, SUCCEEDED, 1, "original"));
      assertThat(publication.await(LONG).status()).contains(SUCCEEDED);
    }
  }

  @Test
  void readsOnlyThePartitionsThatItWaitsForAndNoneWhenIdle() throws Exception {
    try (ActOnceClient own = pipeline.client().build()) {
      assertThat(own.assignedPartitions()).isEmpty();
      Publication publication = own.publish(intent());
      int ofKey = partitionOf(key(publication).value());
      int ofRequest = partitionOf(publication.requestId());
      await()
          .atMost(PATIENCE)
          .until(() -> own.assignedPartitions().equals(new HashSet<>(List.of(ofKey, ofRequest))));
      pipeline.tell(executor(key(publication), UNKNOWN, 1, publication.requestId()));
      await().atMost(PATIENCE).until(() -> own.assignedPartitions().equals(Set.of(ofKey)));
      pipeline.tell(executor(key(publication), SUCCEEDED, 1, publication.requestId()));
      publication.await(LONG);
      await().atMost(PATIENCE).until(() -> own.assignedPartitions().isEmpty());
    }
  }

  @Test
  void endsAWaitOnCloseAndTheSameIntentCanBePublishedAgain() throws Exception {
    Intent intent = intent();
    Publication first;
    CompletableFuture<Latest> waiting;
    try (ActOnceClient closing = pipeline.client().build()) {
      first = closing.publish(intent);
      Publication awaited = first;
      waiting = CompletableFuture.supplyAsync(() -> awaited.await(Duration.ofMinutes(5)));
    }
    assertThat(waiting.get(LONG.toSeconds(), TimeUnit.SECONDS).isPending()).isTrue();
    assertThat(first.finalOutcome())
        .failsWithin(LONG)
        .withThrowableThat()
        .withMessageContaining("publishing the same intent again is safe");
    Publication again = client.publish(intent);
    assertThat(again.key()).isEqualTo(first.key());
    pipeline.tell(gate(key(again), ALREADY_DONE, 1, again.requestId(), first.requestId()));
    assertThat(again.await(LONG).status()).contains(ALREADY_DONE);
  }

  @Test
  void refusesToPublishWhenClosed() {
    ActOnceClient closed = pipeline.client().build();
    closed.close();
    closed.close();
    assertFails(() -> closed.publish(intent()), ErrorCode.CLOSED, "build another one");
    assertFails(() -> closed.subscribe(event -> {}), ErrorCode.CLOSED, "build another one");
  }

  @Test
  void boundsTheWaitingPublications() {
    try (ActOnceClient small = pipeline.client().maxWaiting(1).build()) {
      Publication first = small.publish(intent());
      assertFails(() -> small.publish(intent()), ErrorCode.OVERLOADED, "stopWaiting()");
      first.stopWaiting();
      assertThat(small.publish(intent()).latest().isPending()).isTrue();
    }
  }

  @Test
  void tellsListenersWhatTheyAskedForAndSurvivesTheirFailures() throws Exception {
    List<OutcomeEvent> all = new CopyOnWriteArrayList<>();
    List<OutcomeEvent> ofKey = new CopyOnWriteArrayList<>();
    OutcomeEvent before = executor(Events.key('s'), SUCCEEDED, 1, "before");
    OutcomeEvent wanted = executor(Events.key('s'), SUCCEEDED, 2, "wanted");
    OutcomeEvent other = executor(Events.key('t'), SUCCEEDED, 1, "other");
    pipeline.tell(before);
    try (Subscription failing =
            client.subscribe(
                event -> {
                  throw new IllegalStateException("expected by a test");
                });
        Subscription toAll = client.subscribe(all::add);
        Subscription toKey = client.subscribe(Events.key('s'), ofKey::add)) {
      assertThat(List.of(failing, toAll, toKey)).hasSize(3);
      pipeline.tell(wanted);
      pipeline.tell(other);
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(all).contains(wanted, other));
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(ofKey).containsExactly(wanted));
      assertThat(all).doesNotContain(before);
    }
    pipeline.tell(executor(Events.key('s'), SUCCEEDED, 3, "after"));
    Publication publication = client.publish(intent());
    pipeline.tell(executor(key(publication), SUCCEEDED, 1, publication.requestId()));
    publication.await(LONG);
    assertThat(ofKey).containsExactly(wanted);
  }

  @Test
  void skipsARecordThatIsNoOutcome() throws Exception {
    Publication publication = client.publish(intent());
    pipeline.tell(key(publication).value(), "{}".getBytes(StandardCharsets.UTF_8));
    pipeline.tell(executor(key(publication), SUCCEEDED, 1, publication.requestId()));
    assertThat(publication.await(LONG).status()).contains(SUCCEEDED);
    assertThat(client.status(key(publication)).status()).contains(SUCCEEDED);
  }

  @Test
  void saysInTimeThatTheBrokerIsNotReachable() {
    Duration timeout = Duration.ofSeconds(1);
    try (ActOnceClient lost =
        ActOnceClient.builder()
            .bootstrapServers("127.0.0.1:1")
            .tenant("acme")
            .deliveryTimeout(timeout)
            .build()) {
      long startNanos = System.nanoTime();
      assertFails(
          () -> lost.publish(intent()),
          ErrorCode.BROKER_UNAVAILABLE,
          "Publishing the same intent again is safe");
      // Without its own timeout it would prepare for 15 s, half of the default.
      assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
          .isLessThan(Duration.ofSeconds(14));
    }
  }

  @Test
  void namesThePrefixWhenTheTopicsAreMissing() {
    try (ActOnceClient lost = pipeline.client().topicPrefix("missing.").build()) {
      assertFails(() -> lost.publish(intent()), ErrorCode.TOPIC_MISCONFIGURED, "missing.intents");
    }
  }

  private static ReplyToken token(Publication publication) {
    return Objects.requireNonNull(pipeline.committed(publication.requestId()).replyToken());
  }

  private static Intent intent() {
    return intent("invoice-" + INTENTS.incrementAndGet());
  }

  private static Intent intent(String intentId) {
    return Intent.action("charge_card").intentId(intentId).arguments(Map.of("amount", 149)).build();
  }

  private static IdempotencyKey key(Publication publication) {
    return publication.key().orElseThrow();
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ActOnceException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }
}
