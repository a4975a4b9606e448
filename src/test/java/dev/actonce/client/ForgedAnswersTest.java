package dev.actonce.client;

import static dev.actonce.client.Events.KEY;
import static dev.actonce.client.Events.executor;
import static dev.actonce.client.Events.gate;
import static dev.actonce.client.Events.refusal;
import static dev.actonce.client.Events.with;
import static dev.actonce.core.outcome.OutcomeStatus.ALREADY_DONE;
import static dev.actonce.core.outcome.OutcomeStatus.CONFLICT;
import static dev.actonce.core.outcome.OutcomeStatus.FAILED;
import static dev.actonce.core.outcome.OutcomeStatus.IN_PROGRESS;
import static dev.actonce.core.outcome.OutcomeStatus.SUCCEEDED;
import static dev.actonce.core.outcome.OutcomeStatus.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What somebody who may publish can make an honest gate write: he chooses requestId, tenant,
 * action, ids and arguments, and knows everything that outcomes show, but no reply token.
 */
class ForgedAnswersTest {
  private static final String VICTIM = "victim";
  private static final IdempotencyKey OWN = Events.key('a');
  private static final ReplyHash THEIRS = new ReplyToken("the attacker's").hash();

  /** Each with the attacker's own token, and without any. */
  static Stream<OutcomeEvent> forged() {
    List<OutcomeEvent> events =
        List.of(
            // The victim's key with another amount.
            gate(CONFLICT, 1, VICTIM, VICTIM),
            gate(CONFLICT, 1, VICTIM, "another"),
            // An unknown tool, a bad argument, too old.
            refusal(VICTIM),
            with(asked(), gate(KEY, CONFLICT, 0, VICTIM, "")),
            // Actions of his own under the victim's requestId.
            gate(OWN, ALREADY_DONE, 1, VICTIM, "attacker"),
            gate(OWN, IN_PROGRESS, 1, VICTIM, "attacker"),
            gate(OWN, UNKNOWN, 1, VICTIM, VICTIM),
            executor(OWN, SUCCEEDED, 1, VICTIM),
            executor(OWN, FAILED, 1, VICTIM),
            executor(OWN, UNKNOWN, 1, VICTIM),
            // A duplicate of such an action, so that the victim's requestId is the admitted one.
            gate(OWN, ALREADY_DONE, 1, "duplicate", VICTIM),
            gate(OWN, IN_PROGRESS, 1, "duplicate", VICTIM));
    return Stream.of(THEIRS, ReplyHash.NONE)
        .flatMap(hash -> events.stream().map(event -> with(hash, event)));
  }

  @ParameterizedTest
  @MethodSource("forged")
  void changeNothingBeforeTheFirstAnswer(OutcomeEvent event) {
    for (OutcomeMatcher matcher : List.of(matcher(KEY), matcher(null))) {
      assertThat(matcher.offer(event)).isFalse();
      assertThat(matcher.latest()).isEmpty();
      assertEndsWithItsOwn(matcher);
    }
  }

  @ParameterizedTest
  @MethodSource("forged")
  void changeNothingAfterADoubt(OutcomeEvent event) {
    for (OutcomeMatcher matcher : List.of(matcher(KEY), matcher(null))) {
      matcher.offer(mine(executor(UNKNOWN, 1, VICTIM)));
      assertThat(matcher.offer(event)).isFalse();
      assertThat(matcher.latest()).contains(mine(executor(UNKNOWN, 1, VICTIM)));
      assertEndsWithItsOwn(matcher);
    }
  }

  @ParameterizedTest
  @MethodSource("forged")
  void changeNothingForADuplicateThatWaits(OutcomeEvent event) {
    for (OutcomeMatcher matcher : List.of(matcher(KEY), matcher(null))) {
      matcher.offer(mine(gate(IN_PROGRESS, 1, VICTIM, "original")));
      assertThat(matcher.offer(event)).isFalse();
      OutcomeEvent end = executor(SUCCEEDED, 1, "original");
      matcher.offer(end);
      assertThat(matcher.latest()).contains(end);
    }
  }

  @Test
  void neverEndADoubtByARefusalEvenOfItsOwn() {
    OutcomeMatcher matcher = matcher(KEY);
    matcher.offer(mine(executor(UNKNOWN, 1, VICTIM)));
    assertThat(matcher.offer(mine(gate(CONFLICT, 1, VICTIM, VICTIM)))).isFalse();
    assertThat(matcher.offer(mine(refusal(VICTIM)))).isFalse();
    assertEndsWithItsOwn(matcher);
  }

  @Test
  void neverKeepAnothersEndForAKeyThatTheAnswerCorrects() {
    OutcomeMatcher matcher = matcher(KEY);
    matcher.offer(with(THEIRS, executor(KEY, SUCCEEDED, 1, "original")));
    OutcomeEvent answer = mine(gate(OWN, IN_PROGRESS, 1, VICTIM, "original"));
    matcher.offer(answer);
    assertThat(matcher.latest()).contains(answer);
  }

  /** A duplicate of the victim's own action tells the truth about it, whoever asks. */
  @Test
  void mayTellTheTruthAboutTheKey() {
    OutcomeMatcher matcher = matcher(KEY);
    OutcomeEvent told = with(ReplyHash.NONE, gate(UNKNOWN, 1, VICTIM, VICTIM));
    assertThat(matcher.offer(told)).isTrue();
    assertEndsWithItsOwn(matcher);
  }

  @Test
  void countFromAnOldWriterOnlyIfTheyRepeatWhatTheIntentSaysOfItself() {
    assertThat(matcher(null).offer(old(asked(), gate(IN_PROGRESS, 1, VICTIM, "original"))))
        .isTrue();
    assertThat(matcher(null).offer(old(asked(), refusal(VICTIM)))).isTrue();
    for (About other :
        List.of(
            about("charge_card", Scope.ofTenant("evil"), null, null),
            about("refund", Scope.ofTenant("acme"), null, null),
            about("charge_card", new Scope("acme", "s", null, null), null, null),
            about("charge_card", Scope.ofTenant("acme"), "inv-1", null),
            about("charge_card", Scope.ofTenant("acme"), null, "call-1"))) {
      assertThat(matcher(null).offer(old(other, gate(OWN, ALREADY_DONE, 1, VICTIM, "x"))))
          .as("%s", other)
          .isFalse();
    }
    assertThat(matcher(KEY).offer(old(asked(), gate(OWN, ALREADY_DONE, 1, VICTIM, "x"))))
        .as("another key")
        .isFalse();
  }

  @Test
  void fromAnOldWriterNeverEndADoubtByARefusal() {
    OutcomeMatcher matcher = matcher(null);
    matcher.offer(old(asked(), executor(UNKNOWN, 1, VICTIM)));
    assertThat(matcher.offer(old(asked(), gate(CONFLICT, 1, VICTIM, VICTIM)))).isFalse();
    assertThat(matcher.offer(old(asked(), refusal(VICTIM)))).isFalse();
    assertThat(matcher.offer(old(asked(), executor(SUCCEEDED, 1, VICTIM)))).isTrue();
  }

  private static void assertEndsWithItsOwn(OutcomeMatcher matcher) {
    OutcomeEvent end = mine(executor(SUCCEEDED, 1, VICTIM));
    assertThat(matcher.offer(end)).isTrue();
    assertThat(matcher.latest()).contains(end);
  }

  private static OutcomeMatcher matcher(@Nullable IdempotencyKey key) {
    return new OutcomeMatcher(asked(), key);
  }

  private static OutcomeEvent mine(OutcomeEvent event) {
    return with(Events.HASH, event);
  }

  /** As a version writes it that knows no hashes; its publisher's requestId stays the event's. */
  private static OutcomeEvent old(About about, OutcomeEvent event) {
    About echoed =
        new About(
            about.requestId(),
            event.about().originalRequestId(),
            about.action(),
            about.scope(),
            about.intentId(),
            about.toolCallId(),
            null);
    return with(echoed, event);
  }

  private static About asked() {
    return Events.asked(VICTIM);
  }

  private static About about(
      String action, Scope scope, @Nullable String intentId, @Nullable String toolCallId) {
    return new About(VICTIM, null, action, scope, intentId, toolCallId, null);
  }
}
