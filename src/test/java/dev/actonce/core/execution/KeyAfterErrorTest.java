package dev.actonce.core.execution;

import static dev.actonce.core.execution.TestTool.MACHINE;
import static dev.actonce.core.execution.TestTool.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a provider key is worth once the provider answered it with an error. */
class KeyAfterErrorTest {
  private static final ActionResult ERROR =
      new ActionResult.Unknown("HTTP_500", "oops", ActionResult.Heard.AN_ERROR);
  private static final ActionResult OTHER_ERROR =
      new ActionResult.Unknown("HTTP_503", "busy", ActionResult.Heard.AN_ERROR);
  private static final ActionResult LOST = new ActionResult.Unknown("TIMEOUT", "30 s");

  @Test
  void retriesAnErrorThatTheKeyCovers() {
    ToolPolicy policy = policy(TestTool.KEYED_LOOKUP, KeyAfterError.COVERS);

    Decision second = after(policy, ERROR, ERROR);

    assertThat(second.next()).isInstanceOf(Next.Call.class);
  }

  @Test
  void looksUpAfterTheFirstReplayedError() { // A15
    ToolPolicy policy = policy(TestTool.KEYED_LOOKUP, KeyAfterError.REPLAYS);

    assertThat(after(policy, ERROR).next()).isInstanceOf(Next.Call.class);
    assertThat(after(policy, ERROR, ERROR).next()).isInstanceOf(Next.LookUp.class);
  }

  @Test
  void takesAnotherErrorForAPassingOne() {
    ToolPolicy policy = policy(TestTool.KEYED_LOOKUP, KeyAfterError.REPLAYS);

    assertThat(after(policy, OTHER_ERROR, ERROR).next()).isInstanceOf(Next.Call.class);
  }

  @Test
  void goesOnRetryingAReplayedErrorWhenThereIsNoLookUp() {
    ToolPolicy policy = policy(TestTool.KEYED, KeyAfterError.REPLAYS);

    assertThat(after(policy, ERROR, ERROR).next()).isInstanceOf(Next.Call.class);
  }

  @Test
  void neverCallsAgainOnAKeyThatForgetsErrors() {
    assertThat(after(policy(TestTool.KEYED_LOOKUP, KeyAfterError.FORGETS), ERROR).next())
        .isInstanceOf(Next.LookUp.class);
    assertThat(after(policy(TestTool.KEYED, KeyAfterError.FORGETS), ERROR).next())
        .isInstanceOf(Next.AwaitSettlement.class);
  }

  /** A lost answer may hide a success, and successes are stored. */
  @ParameterizedTest
  @EnumSource(KeyAfterError.class)
  void retriesALostAnswerWhateverHappensToErrors(KeyAfterError keyAfterError) {
    assertThat(after(policy(TestTool.KEYED_LOOKUP, keyAfterError), LOST, LOST).next())
        .isInstanceOf(Next.Call.class);
  }

  /** Its last owner may have died with an error in its hands. */
  @Test
  void neverCallsARecoveredClaimAgainOnAKeyThatForgetsErrors() {
    assertThat(recovered(TestTool.KEYED_LOOKUP).next()).isInstanceOf(Next.LookUp.class);
    assertThat(recovered(TestTool.KEYED_LOOKUP).claim().terms().safety())
        .isEqualTo(SafetyClass.LOOKUP);
    assertThat(recovered(TestTool.KEYED).next()).isInstanceOf(Next.AwaitSettlement.class);
  }

  @Test
  void distrustsAKeyThatForgetsErrorsOnceAnotherOwnerMayHaveCalled() {
    ToolPolicy policy = policy(TestTool.KEYED_LOOKUP, KeyAfterError.FORGETS);

    Claim adopted = MACHINE.adopt(TestTool.claim(), policy);

    assertThat(adopted.isInDoubt()).isTrue();
    assertThat(adopted.terms().safety()).isEqualTo(SafetyClass.LOOKUP);
  }

  @Test
  void remembersInTheClaimThatTheKeyHasLostItsWorth() {
    ToolPolicy policy = policy(TestTool.KEYED, KeyAfterError.FORGETS);
    Claim stored = after(policy, ERROR).claim();

    ToolPolicy held = policy.heldTo(stored.terms().safety());

    assertThat(held.safety()).isEqualTo(SafetyClass.UNSAFE);
    assertThat(MACHINE.recover(stored, held, at(9)).next())
        .isInstanceOf(Next.AwaitSettlement.class);
  }

  private static Decision recovered(TestTool tool) {
    return MACHINE.recover(TestTool.claim(), policy(tool, KeyAfterError.FORGETS), at(9));
  }

  private static Decision after(ToolPolicy policy, ActionResult... results) {
    Claim claim = TestTool.claim();
    Decision decision = MACHINE.begin(claim, policy, at(0));
    for (ActionResult result : results) {
      decision = MACHINE.onResult(decision.claim(), policy, result, at(5), 0);
    }
    return decision;
  }

  private static ToolPolicy policy(TestTool tool, KeyAfterError keyAfterError) {
    ToolPolicy plain = tool.policy();
    ToolPolicy.Execution execution = plain.execution();
    return new ToolPolicy(
        plain.action(),
        plain.safety(),
        plain.key(),
        plain.memory(),
        new ToolPolicy.Execution(
            execution.retry(),
            execution.callTimeout(),
            execution.maxInFlight(),
            execution.providerKeyTtl(),
            execution.lookupLag(),
            keyAfterError),
        plain.hash());
  }
}
