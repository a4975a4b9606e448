package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.at;
import static dev.actonce.core.gate.OneKeyGate.atSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.gate.Verdict.Kind;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Same business id, other payload. */
class GateConflictTest {
  private static final String OTHER = "{\"amount\":159,\"card\":\"4242-secret\"}";

  private final OneKeyGate gate = new OneKeyGate(KeyChoice.INTENT);

  @Test
  void conflictsWhileTheOriginalRuns() {
    gate.publish(Publish.of("r1"), at(0));

    assertThat(gate.publish(Publish.of("r2").with(OTHER), at(1)).kind()).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void conflictsWhileTheOriginalIsInDoubt() {
    gate.publish(Publish.of("r1"), at(0));
    gate.doubt(1, at(1));

    assertThat(gate.publish(Publish.of("r2").with(OTHER), at(2)).kind()).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void conflictsWithARememberedSuccess() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(1));

    assertThat(gate.publish(Publish.of("r2").with(OTHER), at(2)).kind()).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void comparesNothingWithAForgottenSuccess() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(0));

    assertThat(gate.publish(Publish.of("r2").with(OTHER), atSecond(86_400)).kind())
        .isEqualTo(Kind.ADMITTED);
  }

  @Test
  void takesEqualArgumentsInOtherWordsForADuplicate() {
    gate.publish(Publish.of("r1"), at(0));

    Verdict verdict =
        gate.publish(Publish.of("r2").with("{\"card\":\"4242-secret\",\"amount\":1.49e2}"), at(1));

    assertThat(verdict.kind()).isEqualTo(Kind.IN_PROGRESS);
  }

  @Test
  void showsBothHashesAndNoArgument() {
    gate.publish(Publish.of("r1"), at(0));

    OutcomeEvent told = conflict();

    assertThat(told.status()).isEqualTo(OutcomeStatus.CONFLICT);
    assertThat(told.answer().advice()).isEqualTo(Advice.CONFLICT);
    assertThat(told.answer().errorMessage()).contains(openEntry().original().fingerprint().value());
    assertThat(told.toString()).doesNotContain("149", "159", "4242", "secret", "amount", "card\"");
  }

  @Test
  void neverAnswersAConflictWithTheOldResult() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(0));

    OutcomeEvent told = conflict();

    assertThat(told.answer().result()).isNull();
    assertThat(told.answer().reference()).isNull();
  }

  @Test
  void leavesTheKeyUntouched() {
    gate.publish(Publish.of("r1"), at(0));
    KeyState before = gate.state();

    Verdict verdict = gate.publish(Publish.of("r2").with(OTHER), at(1));

    assertThat(verdict.next()).isEqualTo(before);
    assertThat(verdict.dispatch()).isNull();
  }

  private OutcomeEvent conflict() {
    return Objects.requireNonNull(gate.publish(Publish.of("r2").with(OTHER), at(1)).outcome());
  }

  private OpenEntry openEntry() {
    return Objects.requireNonNull(gate.state().open());
  }
}
