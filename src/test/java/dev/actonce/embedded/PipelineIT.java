package dev.actonce.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Wiretap;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole pipeline on real brokers with a real HTTP target, as agents see it. */
@ParameterizedClass
@EnumSource(BrokerSource.class)
final class PipelineIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path data;
  private CountingTarget target;
  private Catalog catalog;
  private Deployment pipeline;
  private Wiretap wire;
  private final BrokerSource brokers;

  PipelineIT(BrokerSource brokers) {
    brokers.requireOrSkip();
    this.brokers = brokers;
  }

  @BeforeEach
  void start() {
    target = new CountingTarget();
    catalog =
        Catalog.parse(
            """
            tools:
              charge:
                safety: keyed
                identity: [customer, amount]
                window: 6s
                memory: 1h
                arguments:
                  type: object
                  required: [customer, amount]
                  properties:
                    customer: { type: string }
                    amount: { type: number }
                    note: { type: string }
                retry: { attempts: 4, backoff: 50ms..200ms }
                http:
                  method: POST
                  url: %1$s
                  key_header: Idempotency-Key
                  timeout: 30s
                  not_executed: [402]
                  reference: $.id
              note:
                safety: unsafe
                http: { method: POST, url: %1$s, timeout: 30s }
            """
                .formatted(target.url()),
            "test");
    startPipeline();
  }

  @AfterEach
  void stop() {
    stopPipeline();
    target.close();
  }

  @Test
  void answersARetryWithTheOriginalResult() {
    ActionIntent first = charge("inv-1", "c1", "149.00");
    wire.publish(null, first);
    OutcomeEvent done = awaitFinal(first);

    ActionIntent second = charge("inv-1", "c1", "149");
    wire.publish(null, second);

    OutcomeEvent again = awaitFinal(second);
    assertThat(again.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(again.answer().result()).isEqualTo(done.answer().result());
    assertThat(again.answer().reference()).isEqualTo(done.answer().reference()).isNotNull();
    assertThat(again.about().originalRequestId()).isEqualTo(first.requestId());
    assertThat(target.effects()).isEqualTo(1);
  }

  @Test
  void tellsAWaitingDuplicateTheFinalOutcome() { // A09
    target.hold();
    ActionIntent first = charge("inv-1", "c1", "149");
    ActionIntent second = Intents.again(first);

    wire.publish(null, first);
    await().atMost(PATIENCE).until(() -> target.requests() == 1);
    wire.publish(null, second);
    wire.awaitOutcome(second.requestId(), e -> e.status() == OutcomeStatus.IN_PROGRESS);
    target.release();

    awaitFinal(second);
    assertThat(wire.told(second.requestId()))
        .containsExactly(OutcomeStatus.IN_PROGRESS, OutcomeStatus.ALREADY_DONE);
    assertThat(target.effects()).isEqualTo(1);
  }

  @Test
  void admitsAFailedActionAgainUnderANewProviderKey() { // A23, K06
    target.plan(Plan.DECLINE);
    ActionIntent declined = charge("inv-1", "c1", "149");
    wire.publish(null, declined);
    assertThat(awaitFinal(declined).status()).isEqualTo(OutcomeStatus.FAILED);

    ActionIntent deliberate = Intents.again(declined);
    wire.publish(null, deliberate);

    OutcomeEvent done = awaitFinal(deliberate);
    assertThat(done.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(done.generation()).isEqualTo(2);
    assertThat(target.keys()).hasSize(2).doesNotHaveDuplicates();
    assertThat(target.effects()).isEqualTo(1);
  }

  @Test
  void refusesAnotherAmountUnderTheSameIntentIdWithoutRevealingTheFirst() { // A07
    ActionIntent first = charge("inv-1", "c1", "149");
    wire.publish(null, first);
    awaitFinal(first);

    ActionIntent other = charge("inv-1", "c1", "159");
    wire.publish(null, other);

    OutcomeEvent conflict = awaitFinal(other);
    assertThat(conflict.status()).isEqualTo(OutcomeStatus.CONFLICT);
    assertThat(conflict.answer().toString()).doesNotContain("149").doesNotContain("ef_");
    assertThat(target.effects()).isEqualTo(1);
  }

  @Test
  void executesADeliberateRepeatAfterTheWindowAndBlocksOneInsideIt() {
    ActionIntent first = charge(null, "c1", "5");
    wire.publish(null, first);
    Instant firstDone = awaitFinal(first).at();
    ActionIntent inside = Intents.again(first);
    wire.publish(null, inside);
    assertThat(awaitFinal(inside).status()).isEqualTo(OutcomeStatus.ALREADY_DONE);

    await()
        .pollDelay(Duration.ofMillis(6_500))
        .atMost(PATIENCE)
        .until(() -> Instant.now().isAfter(firstDone.plusMillis(6_200)));
    ActionIntent after = Intents.again(first);
    wire.publish(null, after);

    assertThat(awaitFinal(after).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(target.effects()).isEqualTo(2);
  }

  @Test
  void givesEveryBadInputAnAnswerOrADeadLetterAndServesTheNextIntent() {
    Map<String, ActionIntent> refused =
        Map.of(
            "INVALID_ARGUMENTS", Intents.intent("charge", "a", "{\"customer\":"),
            "UNKNOWN_ACTION", Intents.intent("chrage", "b", "{}"),
            "SCHEMA_VIOLATION", Intents.intent("charge", "c", "{\"customer\":7,\"amount\":1}"),
            "ARGUMENTS_TOO_LARGE", Intents.intent("note", "d", text(1_100_000)));
    ActionIntent twice =
        Intents.intent("charge", "e", "{\"customer\":\"c\",\"amount\":1,\"amount\":100}");
    refused.values().forEach(intent -> wire.publish(null, intent));
    wire.publish(null, twice);
    wire.sendRaw(0, "plain", "{\"action\":\"charge\"}".getBytes(UTF_8));
    wire.sendRaw(0, "short", new byte[] {1, 2, 3});
    wire.sendRaw(0, "empty", new byte[0]);
    wire.sendRaw(0, "none", null);
    ActionIntent good = charge("inv-9", "c9", "9");
    wire.publish(null, good);

    assertThat(awaitFinal(good).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    refused.forEach(
        (code, intent) -> {
          OutcomeEvent event = awaitFinal(intent);
          assertThat(event.status()).isEqualTo(OutcomeStatus.REJECTED);
          assertThat(event.answer().errorCode()).isEqualTo(code);
          assertThat(event.answer().errorMessage()).isNotBlank();
        });
    assertThat(awaitFinal(twice).answer().errorCode()).isEqualTo("INVALID_ARGUMENTS");
    await().atMost(PATIENCE).until(() -> wire.deadLetters().size() == 4);
    assertThat(wire.deadLetters())
        .allSatisfy(
            letter -> {
              Header reason = letter.headers().lastHeader(DeadLetter.REASON);
              assertThat(new String(reason.value(), UTF_8)).isNotBlank();
            });
    assertThat(target.effects()).isEqualTo(1);
    assertThat(wire.dispatched()).hasSize(1);
  }

  @Test
  void repeatsAndLosesNothingWhenItIsRestartedInMidTraffic() {
    target.delayAnswers(20);
    List<ActionIntent> published = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 60; i++) {
        ActionIntent intent = charge("inv-" + round + "-" + i, "c" + i, "10");
        wire.publish(null, intent);
        wire.publish(null, Intents.again(intent));
        published.add(intent);
      }
      stopPipeline();
      startPipeline();
    }

    published.forEach(this::awaitFinal);
    published.forEach(intent -> wire.publish(null, Intents.again(intent)));
    assertThat(target.effects()).isEqualTo(180);
    assertThat(target.mostEffects()).isEqualTo(1);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                wire.outcomes().stream()
                        .collect(Collectors.groupingBy(e -> e.about().requestId()))
                        .size()
                    == 180 * 3);
    assertThat(target.effects()).isEqualTo(180);
    assertThat(wire.dispatchCounts().values()).allMatch(count -> count == 1);
  }

  private void startPipeline() {
    pipeline = brokers.deploy(data, catalog);
    wire = new Wiretap(pipeline.kafka());
  }

  private void stopPipeline() {
    wire.close();
    pipeline.close();
  }

  private OutcomeEvent awaitFinal(ActionIntent intent) {
    return wire.awaitFinal(intent.requestId());
  }

  private static ActionIntent charge(@Nullable String intentId, String customer, String amount) {
    return Intents.intent(
        "charge", intentId, "{\"customer\":\"" + customer + "\",\"amount\":" + amount + "}");
  }

  private static String text(int length) {
    return "{\"text\":\"" + "x".repeat(length) + "\"}";
  }
}
