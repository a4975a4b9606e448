package dev.actonce.embedded;

import static org.awaitility.Awaitility.await;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Wiretap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Traffic of which the truth is known, step by step. Confined to the test thread. */
record KnownTraffic(Wiretap wire, CountingTarget target) {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  /** 13 admitted, 18 + 1 blocked, 1 conflict, 3 rejected, 2 put aside. */
  void play() {
    for (int i = 0; i < 8; i++) {
      ActionIntent intent = charge("inv-" + i, "149");
      wire.publish(null, intent);
      awaitStatus(intent, OutcomeStatus.SUCCEEDED);
    }
    target.plan(Plan.DECLINE);
    ActionIntent declined = charge("declined", "1");
    wire.publish(null, declined);
    awaitStatus(declined, OutcomeStatus.FAILED);
    ActionIntent again = Intents.again(declined);
    wire.publish(null, again);
    awaitStatus(again, OutcomeStatus.SUCCEEDED);
    playDuplicates();
    playRefusals();
    playDoubt();
  }

  private void playDuplicates() {
    ActionIntent first = charge("loved", "7");
    wire.publish(null, first);
    awaitStatus(first, OutcomeStatus.SUCCEEDED);
    for (int i = 0; i < 3; i++) {
      block(Intents.again(first));
    }
    block(from(first, "run-1", "another-call"));
    block(from(first, "run-2", null));
    for (int i = 0; i < 13; i++) { // With the five above, the 11th and later ones are a loop.
      block(Intents.again(first));
    }
  }

  private void playRefusals() {
    ActionIntent conflict = charge("loved", "8");
    wire.publish(null, conflict);
    awaitStatus(conflict, OutcomeStatus.CONFLICT);
    for (ActionIntent refused :
        List.of(
            Intents.intent("chrage", "x", "{}"),
            Intents.intent("charge", "y", "{\"customer\":\"c\"}"),
            Intents.intent("charge", "z", "{\"customer\":"))) {
      wire.publish(null, refused);
      awaitStatus(refused, OutcomeStatus.REJECTED);
    }
    wire.sendRaw(0, "short", new byte[] {1, 2, 3});
    wire.sendRaw(1, "none", null);
  }

  /** One doubt that stays and is asked about once, and one that a person settles. */
  private void playDoubt() {
    for (int i = 0; i < 2; i++) {
      target.plan(Plan.EFFECT_THEN_DROP);
      ActionIntent lost = Intents.intent("note", "lost-" + i, "{}");
      wire.publish(null, lost);
      OutcomeEvent unknown = awaitStatus(lost, OutcomeStatus.UNKNOWN);
      if (i == 0) {
        ActionIntent asks = Intents.again(lost);
        wire.publish(null, asks);
        awaitStatus(asks, OutcomeStatus.UNKNOWN);
      } else {
        wire.settle(settlement(unknown));
        awaitStatus(lost, OutcomeStatus.SUCCEEDED);
      }
    }
  }

  private void block(ActionIntent duplicate) {
    wire.publish(null, duplicate);
    awaitStatus(duplicate, OutcomeStatus.ALREADY_DONE);
  }

  OutcomeEvent awaitStatus(ActionIntent intent, OutcomeStatus status) {
    return await(intent.action() + " " + status)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                wire.outcomesOf(intent.requestId()).stream()
                    .filter(event -> event.status() == status)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static Settlement settlement(OutcomeEvent unknown) {
    return Settlement.of(
            Objects.requireNonNull(unknown.key()),
            Objects.requireNonNull(unknown.history().claimId()),
            Settlement.Verdict.SUCCEEDED,
            Settlement.Source.OPERATOR,
            "ann",
            Instant.now())
        .withAnswer("{}", "ref-1")
        .because("seen at the provider");
  }

  private static ActionIntent from(ActionIntent intent, String run, @Nullable String toolCallId) {
    Scope scope = intent.scope();
    return ActionIntent.of(
            UUID.randomUUID().toString(),
            new Scope(scope.tenant(), scope.session(), run, scope.agent()),
            intent.action(),
            intent.arguments())
        .withIntentId(intent.intentId())
        .withToolCallId(toolCallId)
        .withIssuedAt(intent.issuedAt())
        .withDeadline(intent.deadline());
  }

  static ActionIntent charge(String intentId, String amount) {
    return Intents.intent("charge", intentId, "{\"customer\":\"c\",\"amount\":" + amount + "}");
  }
}
