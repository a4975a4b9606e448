package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.at;
import static dev.actonce.core.gate.OneKeyGate.atSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Verdict.Kind;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testing.OneTool;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before anything is claimed. */
class GateRejectionTest {
  private static final ToolPolicy.Memory TWO_SECONDS =
      new ToolPolicy.Memory(Duration.ofSeconds(2), Duration.ofSeconds(2));

  private final OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);

  @Test
  void refusesAnIntentWhoseDeadlineIsOver() {
    Verdict verdict = gate.publish(Publish.of("r1").until(at(10)), at(10));

    assertThat(rejection(verdict).answer().errorCode()).isEqualTo("DEADLINE_PASSED");
    assertThat(rejection(verdict).answer().advice()).isEqualTo(Advice.REJECTED);
  }

  @Test
  void admitsUpToTheDeadline() {
    assertThat(gate.publish(Publish.of("r1").until(at(10)), at(9)).kind()).isEqualTo(Kind.ADMITTED);
  }

  @Test
  void refusesTheRetryOfAFailedActionAfterItsDeadline() {
    gate.publish(Publish.of("r1").until(at(10)), at(0));
    gate.fail(1, at(5));

    assertThat(gate.publish(Publish.of("r2").until(at(10)), at(11)).kind())
        .isEqualTo(Kind.REJECTED);
  }

  @Test
  void refusesAnIssueTimeBeyondTheSkew() {
    Verdict verdict = gate.publish(Publish.of("r1").issued(at(60_001)), at(0));

    assertThat(rejection(verdict).answer().errorCode()).isEqualTo("ISSUED_IN_FUTURE");
  }

  @ParameterizedTest
  @CsvSource({"1000, ADMITTED", "1001, REJECTED"})
  void refusesAnIssueTimeThatAShortWindowCouldNotMakeUpFor(long aheadMs, Kind expected) {
    OneKeyGate brief = new OneKeyGate(KeyChoice.FINGERPRINT, SafetyClass.KEYED, TWO_SECONDS);

    assertThat(brief.publish(Publish.of("r1").issued(at(aheadMs)), at(0)).kind())
        .isEqualTo(expected);
  }

  @Test
  void neverPerformsAWishAgainThatWasAnsweredAsADuplicate() {
    Publish duplicate = Publish.of("r2").issued(atSecond(200));
    gate.publish(Publish.of("r1").issued(at(0)), at(0));
    gate.succeed(1, at(0));
    gate.publish(duplicate, atSecond(200));

    assertStale(gate.publish(duplicate, atSecond(500)));
  }

  @Test
  void neverPerformsAWishOfAClockAheadAgainAfterALaterFailure() {
    Publish first = Publish.of("r1").issued(atSecond(60));
    gate.publish(first, at(0));
    gate.succeed(1, atSecond(1));
    gate.publish(Publish.of("r2").issued(atSecond(310)), atSecond(310));
    gate.fail(2, atSecond(311));

    assertStale(gate.publish(first, atSecond(312)));
  }

  @Test
  void admitsAnIssueTimeWithinTheSkew() {
    assertThat(gate.publish(Publish.of("r1").issued(at(60_000)), at(0)).kind())
        .isEqualTo(Kind.ADMITTED);
  }

  @ParameterizedTest
  @CsvSource({"299999, ADMITTED", "300000, ADMITTED", "300001, REJECTED"})
  void refusesAnUnknownKeyWhoseIntentIsOlderThanTheHorizon(long ageMs, Kind expected) {
    assertThat(gate.publish(Publish.of("r1").issued(at(0)), at(ageMs)).kind()).isEqualTo(expected);
  }

  @Test
  void saysHowToFindOutAboutAStaleIntent() {
    Verdict verdict = gate.publish(Publish.of("r1").issued(at(0)), at(300_001));

    assertThat(rejection(verdict).answer().errorCode()).isEqualTo("STALE");
    assertThat(rejection(verdict).answer().advice()).isEqualTo(Advice.STALE);
  }

  @Test
  void neverReexecutesARetryThatComesRightWhenItsKeyIsForgotten() {
    Publish publish = Publish.of("r1").issued(at(0));
    gate.publish(publish, at(0));
    gate.succeed(1, at(0));

    assertStale(gate.publish(publish, at(300_000)));
  }

  @Test
  void neverReexecutesARetryOfAnAgentWhoseClockRunsAhead() {
    Publish publish = Publish.of("r1").issued(atSecond(60));
    gate.publish(publish, at(0));
    gate.succeed(1, atSecond(1));

    assertStale(gate.publish(publish, atSecond(302)));
  }

  @Test
  void admitsARepeatThatWasIssuedAfterTheForgottenSuccess() {
    gate.publish(Publish.of("r1").issued(at(0)), at(0));
    gate.succeed(1, at(0));

    assertThat(gate.publish(Publish.of("r2").issued(atSecond(300)), atSecond(300)).kind())
        .isEqualTo(Kind.ADMITTED);
  }

  @Test
  void admitsARepeatAfterAWindowShorterThanTheSkew() {
    OneKeyGate brief = new OneKeyGate(KeyChoice.FINGERPRINT, SafetyClass.KEYED, TWO_SECONDS);
    brief.publish(Publish.of("r1").issued(at(0)), at(5));
    brief.succeed(1, at(10));

    assertThat(brief.publish(Publish.of("r2").issued(at(2_005)), at(2_010)).kind())
        .isEqualTo(Kind.ADMITTED);
  }

  @Test
  void admitsTheOldRetryOfAFailedAction() {
    Publish publish = Publish.of("r1").issued(at(0));
    gate.publish(publish, at(5));
    gate.fail(1, at(10));

    assertThat(gate.publish(publish, atSecond(5_000)).kind()).isEqualTo(Kind.ADMITTED);
  }

  @Test
  void neverTakesALaterFailureForProofThatAForgottenActionDidNotRun() {
    Publish first = Publish.of("r1").issued(at(0));
    gate.publish(first, at(0));
    gate.succeed(1, atSecond(1));
    gate.publish(Publish.of("r2").issued(atSecond(400)), atSecond(400));
    gate.fail(2, atSecond(401));

    assertStale(gate.publish(first, atSecond(402)));
  }

  @Test
  void answersADuplicateHoweverOldItIs() {
    Publish publish = Publish.of("r1").issued(at(0));
    gate.publish(publish, at(0));

    assertThat(gate.publish(publish, atSecond(10_000)).kind()).isEqualTo(Kind.IN_PROGRESS);
  }

  @Test
  void leavesTheKeyUntouched() {
    Verdict verdict = gate.publish(Publish.of("r1").until(at(0)), at(1));

    assertThat(verdict.next()).isEqualTo(KeyState.NONE);
    assertThat(verdict.dispatch()).isNull();
    assertThat(rejection(verdict).generation()).isZero();
  }

  @Test
  void refusesArgumentsThatAreNoJsonObject() {
    assertThat(screened(Publish.of("r1").with("{\"a\":1,\"a\":2}")).answer().errorCode())
        .isEqualTo("INVALID_ARGUMENTS");
  }

  @Test
  void refusesOversizedArguments() {
    String big = "{\"a\":\"" + "x".repeat(256 * 1024) + "\"}";

    assertThat(screened(Publish.of("r1").with(big)).answer().errorCode())
        .isEqualTo("ARGUMENTS_TOO_LARGE");
  }

  @Test
  void refusesAnIntentWithoutTheIdOfItsKeyKind() {
    OneKeyGate byCall = new OneKeyGate(KeyChoice.TOOL_CALL);

    Screening screening =
        Screening.screen(Publish.of("r1").asCall("").intent(), new OneTool(byCall.policy()), at(0));

    assertThat(((Screening.Refused) screening).outcome().answer().errorCode())
        .isEqualTo("MISSING_ID");
  }

  private OutcomeEvent screened(Publish publish) {
    Screening screening = Screening.screen(publish.intent(), new OneTool(gate.policy()), at(0));
    return ((Screening.Refused) screening).outcome();
  }

  private static void assertStale(Verdict verdict) {
    assertThat(verdict.kind()).isEqualTo(Kind.REJECTED);
    assertThat(rejection(verdict).answer().errorCode()).isEqualTo("STALE");
  }

  private static OutcomeEvent rejection(Verdict verdict) {
    OutcomeEvent told = Objects.requireNonNull(verdict.outcome());
    assertThat(told.status()).isEqualTo(OutcomeStatus.REJECTED);
    return told;
  }
}
