package dev.actonce.core.execution;

import static dev.actonce.core.execution.TestTool.MACHINE;
import static dev.actonce.core.execution.TestTool.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.Settlement.Source;
import dev.actonce.core.Settlement.Verdict;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What executors tell agents, and how a claim remembers what they were told. */
class ExecutionOutcomesTest {
  private static final ActionResult LOST = new ActionResult.Unknown("TIMEOUT", "30 s");

  @Test
  void tellsTheResultWithItsReference() {
    OutcomeEvent told =
        told(
            MACHINE.onResult(
                TestTool.claim(),
                TestTool.UNSAFE.policy(),
                new ActionResult.Succeeded("{\"id\":1}", "ch_1"),
                at(9),
                0));

    assertThat(told.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(told.answer().result()).isEqualTo("{\"id\":1}");
    assertThat(told.answer().reference()).isEqualTo("ch_1");
    assertThat(told.history().attempts()).isEqualTo(1);
    assertThat(told.history().finishedAt()).isEqualTo(at(9));
    assertThat(told.history().settledBy()).isNull();
    assertThat(told.publisher()).isEqualTo(Publisher.EXECUTOR);
  }

  @Test
  void tellsASuccessWhoseResultIsTooLargeWithANoteInItsPlace() { // K28
    String large = "\"" + "x".repeat(2 * AnswerLimits.RESULT_BYTES) + "\"";

    Decision decision =
        MACHINE.onResult(
            TestTool.claim(),
            TestTool.UNSAFE.policy(),
            new ActionResult.Succeeded(large, "r".repeat(2 * AnswerLimits.TEXT_BYTES)),
            at(9),
            0);

    OutcomeEvent told = told(decision);
    assertThat(decision.isFinished()).isTrue();
    assertThat(told.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(told.answer().result()).isEqualTo(AnswerLimits.RESULT_TOO_LARGE);
    assertThat(told.answer().reference()).hasSizeLessThan(AnswerLimits.TEXT_BYTES);
  }

  @Test
  void boundsTheCodeThatAHandlerGivesADoubt() { // K28
    ActionResult endless = new ActionResult.Unknown("x".repeat(5_000_000), "y".repeat(5_000_000));

    Decision decision =
        MACHINE.onResult(TestTool.claim(), TestTool.UNSAFE.policy(), endless, at(9), 0);

    assertThat(decision.claim().progress().reason()).hasSizeLessThan(AnswerLimits.NAME_BYTES);
    assertThat(told(decision).answer().errorCode()).hasSizeLessThan(AnswerLimits.NAME_BYTES);
  }

  @Test
  void tellsADoubtWithItsClaimAndTheWayOut() {
    Decision decision = lost(TestTool.claim());

    OutcomeEvent told = told(decision);
    assertThat(told.status()).isEqualTo(OutcomeStatus.UNKNOWN);
    assertThat(told.history().claimId()).isEqualTo("claim-1");
    assertThat(told.history().finishedAt()).isNull();
    assertThat(told.answer().errorCode()).isEqualTo("TIMEOUT");
    assertThat(told.answer().advice()).isEqualTo(Advice.unknown(TestTool.KEYED.policy().safety()));
    assertThat(decision.claim().state()).isEqualTo(Claim.State.UNKNOWN);
    assertThat(decision.claim().progress().unknownSince()).isEqualTo(at(9));
  }

  @Test
  void tellsADoubtOnlyOnceOverAllItsRetries() {
    Claim claim = lost(TestTool.claim()).claim();
    for (int i = 0; i < 50; i++) {
      Decision decision = lost(claim);
      assertThat(decision.outcome()).isNull();
      claim = decision.claim();
    }
  }

  @Test
  void tellsADoubtOnlyOnceOverRecoveries() {
    Claim claim = lost(TestTool.claim()).claim();

    assertThat(MACHINE.recover(claim, TestTool.KEYED.policy(), at(20)).outcome()).isNull();
  }

  @Test
  void tellsNoSecondDoubtAfterALookUpClearedTheFirst() {
    var policy = TestTool.LOOKUP.policy();
    Claim claim = MACHINE.recover(TestTool.claim(), policy, at(0)).claim();
    Claim cleared =
        MACHINE.onLookup(claim, policy, new LookupResult.Absent(), at(50_000), 0).claim();

    Decision decision = MACHINE.onResult(cleared, policy, LOST, at(60_000), 0);

    assertThat(decision.outcome()).isNull();
    assertThat(decision.claim().isInDoubt()).isTrue();
  }

  @Test
  void auditsAnOperatorsVerdict() {
    Claim claim = lost(TestTool.claim()).claim();

    OutcomeEvent told = told(settled(claim, Verdict.NOT_EXECUTED));

    assertThat(told.status()).isEqualTo(OutcomeStatus.FAILED);
    assertThat(told.answer().errorCode()).isEqualTo("NOT_EXECUTED");
    assertThat(told.history().settledBy()).isEqualTo("operator:ann");
    assertThat(told.history().settledReason()).isEqualTo("seen in the dashboard");
  }

  @Test
  void tellsTheResultThatAnOperatorSupplied() {
    OutcomeEvent told = told(settled(lost(TestTool.claim()).claim(), Verdict.SUCCEEDED));

    assertThat(told.answer().result()).isEqualTo("{\"charge\":\"ch_1\"}");
    assertThat(told.answer().reference()).isEqualTo("ch_1");
  }

  @Test
  void auditsALookUp() {
    var policy = TestTool.LOOKUP.policy();
    Claim claim = MACHINE.recover(TestTool.claim(), policy, at(0)).claim();

    OutcomeEvent told =
        told(MACHINE.onLookup(claim, policy, new LookupResult.Found("{}", "ch_9"), at(50_000), 0));

    assertThat(told.history().settledBy()).isEqualTo("lookup:worker-1");
    assertThat(told.answer().reference()).isEqualTo("ch_9");
  }

  @Test
  void auditsASuccessfulRetryOfADoubt() {
    Claim claim = MACHINE.recover(TestTool.claim(), TestTool.KEYED.policy(), at(0)).claim();

    OutcomeEvent told =
        told(
            MACHINE.onResult(
                claim, TestTool.KEYED.policy(), new ActionResult.Succeeded("{}", null), at(9), 0));

    assertThat(told.history().settledBy()).isEqualTo("retry:worker-1");
  }

  @Test
  void failsAnActionThatNobodyCanPerform() {
    OutcomeEvent told = ExecutionMachine.noHandler(TestTool.claim(), at(9));

    assertThat(told.status()).isEqualTo(OutcomeStatus.FAILED);
    assertThat(told.answer().errorCode()).isEqualTo("NO_HANDLER");
    assertThat(told.answer().errorMessage()).contains("charge_card");
  }

  @Test
  void doubtsACallThatRanThroughARebalanceWhereOthersMayHaveCalled() {
    assertThat(MACHINE.adopt(TestTool.claim(), TestTool.KEYED.policy()).isInDoubt()).isTrue();
    assertThat(MACHINE.adopt(TestTool.claim(), TestTool.IDEMPOTENT.policy()).isInDoubt()).isTrue();
  }

  @Test
  void trustsACallThatRanThroughARebalanceWhereNobodyElseCouldCall() {
    assertThat(MACHINE.adopt(TestTool.claim(), TestTool.UNSAFE.policy()).isInDoubt()).isFalse();
    assertThat(MACHINE.adopt(TestTool.claim(), TestTool.LOOKUP.policy()).isInDoubt()).isFalse();
  }

  private static Decision lost(Claim claim) {
    return MACHINE.onResult(claim, TestTool.KEYED.policy(), LOST, at(9), 0);
  }

  private static Decision settled(Claim claim, Verdict verdict) {
    return MACHINE
        .onSettlement(
            claim, TestTool.settlement(verdict, Source.OPERATOR, "claim-1"), TestTool.START, at(20))
        .orElseThrow();
  }

  private static OutcomeEvent told(Decision decision) {
    return Objects.requireNonNull(decision.outcome());
  }
}
