package dev.actonce.client;

import static dev.actonce.client.Events.KEY;
import static dev.actonce.client.Events.executor;
import static dev.actonce.client.Events.gate;
import static dev.actonce.client.Events.refusal;
import static dev.actonce.core.outcome.OutcomeStatus.ALREADY_DONE;
import static dev.actonce.core.outcome.OutcomeStatus.CONFLICT;
import static dev.actonce.core.outcome.OutcomeStatus.FAILED;
import static dev.actonce.core.outcome.OutcomeStatus.IN_PROGRESS;
import static dev.actonce.core.outcome.OutcomeStatus.SUCCEEDED;
import static dev.actonce.core.outcome.OutcomeStatus.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.outcome.OutcomeEvent;
import org.junit.jupiter.api.Test;

class OutcomeMatcherTest {
  private static final String MINE = "mine";
  private static final String ORIGINAL = "original";
  private static final String OTHER = "other";

  private final OutcomeMatcher matcher = new OutcomeMatcher(MINE, KEY);

  @Test
  void knowsNothingBeforeTheFirstEvent() {
    assertThat(matcher.latest()).isEmpty();
    assertThat(matcher.isAnswered()).isFalse();
  }

  @Test
  void takesTheExecutorsEventOfItsOwnPublish() {
    assertAnswer(executor(SUCCEEDED, 1, MINE), executor(SUCCEEDED, 1, MINE));
  }

  @Test
  void takesARefusalWithoutAKey() {
    assertAnswer(refusal(MINE), refusal(MINE));
  }

  @Test
  void takesAConflictOfItsOwnPublish() {
    OutcomeEvent conflict = gate(CONFLICT, 1, MINE, ORIGINAL);
    assertAnswer(conflict, conflict);
  }

  @Test
  void ignoresAnEndOfTheKeyWhileItsAdmissionIsUnknown() {
    assertAnswer(null, executor(SUCCEEDED, 1, ORIGINAL));
  }

  @Test
  void takesTheOriginalsEndAfterItsOwnInProgress() {
    OutcomeEvent end = executor(SUCCEEDED, 1, ORIGINAL);
    assertAnswer(end, gate(IN_PROGRESS, 1, MINE, ORIGINAL), end);
  }

  @Test
  void takesTheOriginalsEndThatPrecedesItsOwnInProgress() {
    OutcomeEvent end = executor(SUCCEEDED, 1, ORIGINAL);
    assertAnswer(end, end, gate(IN_PROGRESS, 1, MINE, ORIGINAL));
  }

  @Test
  void takesTheAnswerOfAnotherDuplicateOfTheSameAdmission() {
    OutcomeEvent closing = gate(ALREADY_DONE, 1, OTHER, ORIGINAL);
    assertAnswer(closing, gate(IN_PROGRESS, 1, MINE, ORIGINAL), closing);
  }

  @Test
  void ignoresAConflictOfAnotherDuplicate() {
    OutcomeEvent mine = gate(IN_PROGRESS, 1, MINE, ORIGINAL);
    assertAnswer(mine, mine, gate(CONFLICT, 1, OTHER, ORIGINAL));
  }

  @Test
  void ignoresTheEndOfAnEarlierGeneration() {
    OutcomeEvent mine = gate(IN_PROGRESS, 2, MINE, ORIGINAL);
    assertAnswer(mine, executor(FAILED, 1, "first"), mine);
  }

  @Test
  void ignoresTheEndOfAForgottenAdmissionWithTheSameGeneration() {
    OutcomeEvent mine = gate(IN_PROGRESS, 1, MINE, ORIGINAL);
    assertAnswer(mine, executor(SUCCEEDED, 1, "forgotten"), mine);
  }

  @Test
  void goesFromDoubtToTheEnd() {
    OutcomeEvent end = executor(SUCCEEDED, 1, ORIGINAL);
    assertAnswer(end, gate(UNKNOWN, 1, MINE, ORIGINAL), end);
  }

  @Test
  void keepsTheDoubtWhenALateInProgressFollows() {
    OutcomeEvent doubt = executor(UNKNOWN, 1, ORIGINAL);
    assertAnswer(doubt, doubt, gate(IN_PROGRESS, 1, MINE, ORIGINAL));
  }

  @Test
  void learnsFromADuplicateThatItsOwnPublishRuns() {
    OutcomeEvent duplicate = gate(IN_PROGRESS, 1, OTHER, MINE);
    assertAnswer(duplicate, duplicate);
  }

  @Test
  void keepsTheFirstEnd() {
    OutcomeEvent end = executor(SUCCEEDED, 1, MINE);
    assertAnswer(end, end, gate(ALREADY_DONE, 1, OTHER, MINE));
  }

  @Test
  void ignoresEventsOfOtherKeys() {
    OutcomeEvent mine = gate(IN_PROGRESS, 1, MINE, ORIGINAL);
    assertAnswer(mine, mine, executor(Events.key('x'), SUCCEEDED, 1, ORIGINAL));
  }

  @Test
  void learnsTheKeyFromItsAnswer() {
    OutcomeMatcher keyless = new OutcomeMatcher(MINE, null);
    keyless.offer(gate(IN_PROGRESS, 1, MINE, ORIGINAL));
    assertThat(keyless.key()).contains(KEY);
    keyless.offer(executor(SUCCEEDED, 1, ORIGINAL));
    assertThat(keyless.latest()).contains(executor(SUCCEEDED, 1, ORIGINAL));
  }

  @Test
  void boundsWhatItKeepsBeforeTheAnswer() {
    for (int i = 0; i <= OutcomeMatcher.MAX_CANDIDATES; i++) {
      matcher.offer(executor(SUCCEEDED, 1, "original-" + i));
    }
    OutcomeEvent mine = gate(IN_PROGRESS, 1, MINE, "original-0");
    assertAnswer(mine, mine);
  }

  @Test
  void tellsWhetherAnEventIsNews() {
    assertThat(matcher.offer(executor(SUCCEEDED, 1, ORIGINAL))).isFalse();
    assertThat(matcher.offer(gate(IN_PROGRESS, 1, MINE, ORIGINAL))).isTrue();
    assertThat(matcher.offer(executor(SUCCEEDED, 1, ORIGINAL))).isFalse();
  }

  private void assertAnswer(
      @org.jspecify.annotations.Nullable OutcomeEvent expected, OutcomeEvent... events) {
    for (OutcomeEvent event : events) {
      matcher.offer(event);
    }
    assertThat(matcher.latest().orElse(null)).isEqualTo(expected);
  }
}
