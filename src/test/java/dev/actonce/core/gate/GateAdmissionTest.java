package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.at;
import static dev.actonce.core.gate.OneKeyGate.atSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.gate.Verdict.Kind;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is admitted, and as which generation. */
class GateAdmissionTest {
  private final OneKeyGate gate = new OneKeyGate(KeyChoice.INTENT);

  @Test
  void dispatchesTheIntentExactlyAsPublished() {
    Publish publish = Publish.of("r1");

    ApprovedAction action = dispatched(gate.publish(publish, at(5)));

    assertThat(action.intent()).isEqualTo(publish.intent());
    assertThat(action.admittedAt()).isEqualTo(at(5));
  }

  @Test
  void tellsNothingOnAdmission() {
    assertThat(gate.publish(Publish.of("r1"), at(0)).outcome()).isNull();
  }

  @Test
  void opensTheKeyOnAdmission() {
    gate.publish(Publish.of("r1"), at(0));

    assertThat(gate.state().open()).isNotNull();
    assertThat(gate.state().memory()).isNull();
  }

  @Test
  void firstAdmissionIsGenerationOne() {
    ApprovedAction action = dispatched(gate.publish(Publish.of("r1"), at(0)));

    assertThat(action.providerKey()).isEqualTo(action.key().value() + "/1");
  }

  @Test
  void admitsAFailedActionAgainAsTheNextGeneration() {
    gate.publish(Publish.of("r1"), at(0));
    gate.fail(1, at(10));

    ApprovedAction action = dispatched(gate.publish(Publish.of("r2"), at(20)));

    assertThat(action.providerKey()).isEqualTo(action.key().value() + "/2");
  }

  @Test
  void admitsAFailedActionWithCorrectedArguments() {
    gate.publish(Publish.of("r1"), at(0));
    gate.fail(1, at(10));

    Verdict verdict = gate.publish(Publish.of("r2").with("{\"amount\":150}"), at(20));

    assertThat(verdict.kind()).isEqualTo(Kind.ADMITTED);
    assertThat(dispatched(verdict).generation()).isEqualTo(2);
  }

  @Test
  void comparesLaterPublishesWithTheCorrectedArguments() {
    gate.publish(Publish.of("r1"), at(0));
    gate.fail(1, at(10));
    gate.publish(Publish.of("r2").with("{\"amount\":150}"), at(20));

    assertThat(gate.publish(Publish.of("r3"), at(30)).kind()).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void admitsAForgottenSuccessAsTheNextGeneration() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(0));

    ApprovedAction action = dispatched(gate.publish(Publish.of("r2"), atSecond(86_400)));

    assertThat(action.generation()).isEqualTo(2);
  }

  @Test
  void startsTheNextGenerationWithoutDuplicates() {
    gate.publish(Publish.of("r1"), at(0));
    gate.publish(Publish.of("r2"), at(1));
    gate.fail(1, at(10));
    gate.publish(Publish.of("r3"), at(20));

    assertThat(open().seen().duplicates()).isZero();
    assertThat(open().waiter()).isNull();
  }

  /** The two topics are read independently of each other. */
  @Test
  void answersAPublishThatArrivedBeforeTheKnownOutcome() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(100));

    assertThat(gate.publish(Publish.of("r2"), at(50)).kind()).isEqualTo(Kind.ALREADY_DONE);
  }

  private OpenEntry open() {
    return Objects.requireNonNull(gate.state().open());
  }

  private static ApprovedAction dispatched(Verdict verdict) {
    return Objects.requireNonNull(verdict.dispatch());
  }
}
