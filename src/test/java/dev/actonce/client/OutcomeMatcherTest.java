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

import dev.actonce.core.ReplyToken;
import dev.actonce.core.outcome.OutcomeEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutcomeMatcherTest {
  private static final String MINE = "mine";
  private static final String ORIGINAL = "original";
  private static final String OTHER = "other";

  private final OutcomeMatcher matcher = new OutcomeMatcher(Events.asked(MINE), KEY);

  @Test
  void knowsNothingBeforeTheFirstEvent() {
    assertThat(matcher.latest()).isEmpty();
    assertThat(matcher.isAnswered()).isFalse();
  }

  @Test
  void takesTheExecutorsEventOfItsOwnPublish() {
    assertAnswer(mine(executor(SUCCEEDED, 1, MINE)), mine(executor(SUCCEEDED, 1, MINE)));
  }

  @Test
  void takesARefusalWithoutAKey() {
    assertAnswer(mine(refusal(MINE)), mine(refusal(MINE)));
  }

  @Test
  void takesAConflictOfItsOwnPublish() {
    OutcomeEvent conflict = mine(gate(CONFLICT, 1, MINE, ORIGINAL));
    assertAnswer(conflict, conflict);
  }

  @Test
  void ignoresAnEndOfTheKeyWhileItsAdmissionIsUnknown() {
    assertAnswer(null, executor(SUCCEEDED, 1, ORIGINAL));
  }

  @Test
  void takesTheOriginalsEndAfterItsOwnInProgress() {
    OutcomeEvent end = theirs(executor(SUCCEEDED, 1, ORIGINAL));
    assertAnswer(end, mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL)), end);
  }

  @Test
  void takesTheOriginalsEndThatPrecedesItsOwnInProgress() {
    OutcomeEvent end = theirs(executor(SUCCEEDED, 1, ORIGINAL));
    assertAnswer(end, end, mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL)));
  }

  @Test
  void takesTheAnswerOfAnotherDuplicateOfTheSameAdmission() {
    OutcomeEvent closing = theirs(gate(ALREADY_DONE, 1, OTHER, ORIGINAL));
    assertAnswer(closing, mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL)), closing);
  }

  @Test
  void ignoresAConflictOfAnotherDuplicate() {
    OutcomeEvent mine = mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL));
    assertAnswer(mine, mine, theirs(gate(CONFLICT, 1, OTHER, ORIGINAL)));
  }

  @Test
  void ignoresTheEndOfAnEarlierGeneration() {
    OutcomeEvent mine = mine(gate(IN_PROGRESS, 2, MINE, ORIGINAL));
    assertAnswer(mine, executor(FAILED, 1, "first"), mine);
  }

  @Test
  void ignoresTheEndOfAForgottenAdmissionWithTheSameGeneration() {
    OutcomeEvent mine = mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL));
    assertAnswer(mine, executor(SUCCEEDED, 1, "forgotten"), mine);
  }

  @Test
  void ignoresTheEndOfTheNextAdmission() {
    OutcomeEvent doubt = mine(executor(UNKNOWN, 1, MINE));
    assertAnswer(doubt, doubt, theirs(executor(SUCCEEDED, 2, OTHER)));
  }

  @Test
  void goesFromDoubtToTheEnd() {
    OutcomeEvent end = executor(SUCCEEDED, 1, ORIGINAL);
    assertAnswer(end, mine(gate(UNKNOWN, 1, MINE, ORIGINAL)), end);
  }

  @Test
  void keepsTheDoubtWhenALateInProgressFollows() {
    OutcomeEvent doubt = executor(UNKNOWN, 1, ORIGINAL);
    assertAnswer(doubt, doubt, mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL)));
  }

  @Test
  void learnsFromADuplicateThatItsOwnPublishRuns() {
    OutcomeEvent duplicate = theirs(gate(IN_PROGRESS, 1, OTHER, MINE));
    assertAnswer(duplicate, duplicate);
  }

  @Test
  void keepsTheFirstEnd() {
    OutcomeEvent end = mine(executor(SUCCEEDED, 1, MINE));
    assertAnswer(end, end, theirs(gate(ALREADY_DONE, 1, OTHER, MINE)));
  }

  @Test
  void ignoresEventsOfOtherKeys() {
    OutcomeEvent mine = mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL));
    assertAnswer(mine, mine, executor(Events.key('x'), SUCCEEDED, 1, ORIGINAL));
  }

  @Test
  void learnsTheKeyFromItsAnswer() {
    OutcomeMatcher keyless = new OutcomeMatcher(Events.asked(MINE), null);
    keyless.offer(mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL)));
    assertThat(keyless.key()).contains(KEY);
    keyless.offer(executor(SUCCEEDED, 1, ORIGINAL));
    assertThat(keyless.latest()).contains(executor(SUCCEEDED, 1, ORIGINAL));
  }

  @Test
  void takesTheGatesWordForTheKeyFromAProvenAnswer() {
    matcher.offer(mine(gate(Events.key('x'), IN_PROGRESS, 1, MINE, ORIGINAL)));
    assertThat(matcher.key()).contains(Events.key('x'));
  }

  @Test
  void boundsWhatItKeepsBeforeTheAnswer() {
    for (int i = 0; i <= OutcomeMatcher.MAX_CANDIDATES; i++) {
      matcher.offer(executor(SUCCEEDED, 1, "original-" + i));
    }
    OutcomeEvent mine = mine(gate(IN_PROGRESS, 1, MINE, "original-0"));
    assertAnswer(mine, mine);
  }

  @Test
  void tellsWhetherAnEventIsNews() {
    assertThat(matcher.offer(executor(SUCCEEDED, 1, ORIGINAL))).isFalse();
    assertThat(matcher.offer(mine(gate(IN_PROGRESS, 1, MINE, ORIGINAL)))).isTrue();
    assertThat(matcher.offer(executor(SUCCEEDED, 1, ORIGINAL))).isFalse();
  }

  private static OutcomeEvent mine(OutcomeEvent event) {
    return with(Events.HASH, event);
  }

  private static OutcomeEvent theirs(OutcomeEvent event) {
    return with(new ReplyToken("their secret").hash(), event);
  }

  private void assertAnswer(@Nullable OutcomeEvent expected, OutcomeEvent... events) {
    for (OutcomeEvent event : events) {
      matcher.offer(event);
    }
    assertThat(matcher.latest().orElse(null)).isEqualTo(expected);
  }
}
