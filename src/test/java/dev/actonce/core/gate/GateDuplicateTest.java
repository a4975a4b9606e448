package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.at;
import static dev.actonce.core.gate.OneKeyGate.atSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Verdict.Kind;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a duplicate is told, and what kind of retry it counts as. */
class GateDuplicateTest {
  private final OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);

  @Test
  void answersInProgressWhileTheOriginalRuns() {
    gate.publish(Publish.of("r1"), at(0));

    OutcomeEvent told = told(gate.publish(Publish.of("r2"), at(7)));

    assertThat(told.status()).isEqualTo(OutcomeStatus.IN_PROGRESS);
    assertThat(told.about().requestId()).isEqualTo("r2");
    assertThat(told.about().originalRequestId()).isEqualTo("r1");
    assertThat(told.history().duplicates()).isEqualTo(1);
  }

  @Test
  void answersAlreadyDoneWithTheOriginalResult() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(50));

    OutcomeEvent told = told(gate.publish(Publish.of("r2").asCall("call-2"), at(60)));

    assertThat(told.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(told.answer().result()).isEqualTo("{\"charge\":\"ch_1\"}");
    assertThat(told.answer().reference()).isEqualTo("ch_1");
    assertThat(told.answer().errorCode()).isNull();
    assertThat(told.about().toolCallId()).isEqualTo("call-2");
    assertThat(told.about().originalRequestId()).isEqualTo("r1");
    assertThat(told.history().finishedAt()).isEqualTo(at(50));
    assertThat(told.history().settledBy()).isEqualTo("operator:ann");
    assertThat(told.generation()).isEqualTo(1);
  }

  @Test
  void keepsTheResultOverSightingsUntilItsAgentLoops() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(1));
    for (int i = 1; i <= Gate.LOOP_DUPLICATES; i++) {
      assertThat(told(gate.publish(Publish.of("r2"), atSecond(i * 299L))).answer().result())
          .isEqualTo("{\"charge\":\"ch_1\"}");
    }

    OutcomeEvent looping = told(gate.publish(Publish.of("r2"), atSecond(11 * 299L)));

    assertThat(looping.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(looping.answer().result()).isNull();
    assertThat(looping.answer().reference()).isEqualTo("ch_1");
    assertThat(looping.history().finishedAt()).isEqualTo(at(1));
    assertThat(Objects.requireNonNull(gate.state().memory()).ending().result()).isNull();
  }

  @ParameterizedTest
  @EnumSource(
      value = SafetyClass.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = "LOOKUP") // a policy of that class needs more than this gate has; see KeyUpdateTest
  void answersUnknownWithAdviceWhileTheOriginalIsInDoubt(SafetyClass safety) {
    ToolPolicy.Memory memory = ToolPolicy.Memory.DEFAULT;
    OneKeyGate doubtful = new OneKeyGate(KeyChoice.FINGERPRINT, safety, memory);
    doubtful.publish(Publish.of("r1"), at(0));
    doubtful.doubt(1, at(10));

    Verdict verdict = doubtful.publish(Publish.of("r2"), at(20));

    assertThat(verdict.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(told(verdict).status()).isEqualTo(OutcomeStatus.UNKNOWN);
    assertThat(told(verdict).answer().advice()).isEqualTo(Advice.unknown(safety));
    assertThat(told(verdict).answer().errorCode()).isEqualTo("TIMEOUT");
    assertThat(told(verdict).history().claimId()).isEqualTo("claim-1");
    assertThat(told(verdict).history().duplicates()).isEqualTo(1);
  }

  @Test
  void dispatchesNothingForADuplicate() {
    gate.publish(Publish.of("r1"), at(0));

    assertThat(gate.publish(Publish.of("r2"), at(1)).dispatch()).isNull();
  }

  @Test
  void answersADuplicateWhoseDeadlinePassedMeanwhile() {
    Publish publish = Publish.of("r1").until(at(100));
    gate.publish(publish, at(0));
    gate.succeed(1, at(90));

    assertThat(gate.publish(publish, at(200)).kind()).isEqualTo(Kind.ALREADY_DONE);
  }

  @Test
  void countsTheSameRequestAsSameCall() {
    gate.publish(Publish.of("r1"), at(0));

    Verdict verdict = gate.publish(Publish.of("r1").inRun("run-2").asCall("call-2"), at(1));

    assertThat(verdict.cause()).isEqualTo(DuplicateCause.SAME_CALL);
  }

  @Test
  void countsTheSameToolCallAsSameCall() {
    gate.publish(Publish.of("r1"), at(0));

    assertThat(gate.publish(Publish.of("r2"), at(1)).cause()).isEqualTo(DuplicateCause.SAME_CALL);
  }

  @Test
  void countsAnotherToolCallAsNewCall() {
    gate.publish(Publish.of("r1"), at(0));

    assertThat(gate.publish(Publish.of("r2").asCall("call-2"), at(1)).cause())
        .isEqualTo(DuplicateCause.NEW_CALL);
  }

  @Test
  void countsAnotherRunAsNewRunWhateverItsToolCall() {
    gate.publish(Publish.of("r1"), at(0));

    assertThat(gate.publish(Publish.of("r2").inRun("run-2").asCall("call-2"), at(1)).cause())
        .isEqualTo(DuplicateCause.NEW_RUN);
  }

  @Test
  void countsAgentsWithoutAnyIdAsSameCall() {
    gate.publish(Publish.of("r1").inRun(null).asCall(null), at(0));

    assertThat(gate.publish(Publish.of("r2").inRun(null).asCall(null), at(1)).cause())
        .isEqualTo(DuplicateCause.SAME_CALL);
  }

  @Test
  void countsTheEleventhDuplicateAsALoop() {
    gate.publish(Publish.of("r1"), at(0));
    for (int i = 1; i <= Gate.LOOP_DUPLICATES; i++) {
      assertThat(gate.publish(Publish.of("r" + i), at(i)).cause())
          .isNotEqualTo(DuplicateCause.LOOP);
    }

    Verdict verdict = gate.publish(Publish.of("r12"), at(11));

    assertThat(verdict.cause()).isEqualTo(DuplicateCause.LOOP);
    assertThat(told(verdict).history().cause()).isEqualTo(DuplicateCause.LOOP);
    assertThat(told(verdict).answer().advice()).isEqualTo(Advice.IN_PROGRESS_LOOP);
  }

  @Test
  void keepsALoopingAgentBlockedAndAdvisesAnIntentId() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(0));
    for (int i = 1; i <= 100; i++) {
      gate.publish(Publish.of("r1"), atSecond(i * 250L));
    }

    Verdict verdict = gate.publish(Publish.of("r1"), atSecond(101 * 250L));

    assertThat(verdict.kind()).isEqualTo(Kind.ALREADY_DONE);
    assertThat(verdict.cause()).isEqualTo(DuplicateCause.LOOP);
    assertThat(told(verdict).answer().advice()).isEqualTo(Advice.ALREADY_DONE_LOOP);
  }

  @Test
  void neverAdvisesALoopingAgentToActAgainWhileInDoubt() {
    gate.publish(Publish.of("r1"), at(0));
    gate.doubt(1, at(0));
    for (int i = 1; i <= 20; i++) {
      gate.publish(Publish.of("r1"), at(i));
    }

    assertThat(told(gate.publish(Publish.of("r1"), at(21))).answer().advice())
        .isEqualTo(Advice.unknown(SafetyClass.KEYED));
  }

  private static OutcomeEvent told(Verdict verdict) {
    return Objects.requireNonNull(verdict.outcome());
  }
}
