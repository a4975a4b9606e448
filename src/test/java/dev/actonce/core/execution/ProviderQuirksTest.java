package dev.actonce.core.execution;

import static dev.actonce.core.execution.TestTool.MACHINE;
import static dev.actonce.core.execution.TestTool.START;
import static dev.actonce.core.execution.TestTool.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Providers that forget keys, replay their own failures, or answer look-ups too early. */
class ProviderQuirksTest {
  private static final ActionResult LOST = new ActionResult.Unknown("TIMEOUT", "30 s");
  private static final ActionResult STORED_500 = new ActionResult.Unknown("HTTP_500", "oops");
  private static final ActionResult KEY_REFUSED =
      new ActionResult.Failed("HTTP_422", "key was used otherwise", ActionResult.Retry.NEVER);
  private static final Instant A_DAY_AND_AN_HOUR_LATER = START.plus(Duration.ofHours(25));

  @Test
  void neverCallsAgainWhenItsProviderForgotTheKeyWhileTheWorkerWasDown() { // A14
    Claim lost = lose(TestTool.claim(), TestTool.KEYED.policy());

    Decision recovered = MACHINE.recover(lost, TestTool.KEYED.policy(), A_DAY_AND_AN_HOUR_LATER);

    assertThat(recovered.next()).isEqualTo(new Next.AwaitSettlement());
    assertThat(recovered.isFinished()).isFalse();
  }

  @Test
  void looksUpInsteadWhenItsProviderForgotTheKeyAndCanBeAsked() { // A14
    Claim lost = lose(TestTool.claim(), TestTool.KEYED_LOOKUP.policy());

    Decision recovered =
        MACHINE.recover(lost, TestTool.KEYED_LOOKUP.policy(), A_DAY_AND_AN_HOUR_LATER);

    assertThat(recovered.next()).isInstanceOf(Next.LookUp.class);
  }

  @Test
  void neverTakesAStoredServerErrorForAFailure() { // A15
    ToolPolicy policy = TestTool.KEYED_LOOKUP.policy();
    Claim claim = TestTool.claim();
    String providerKey = claim.action().providerKey();
    Decision decision = MACHINE.begin(claim, policy, START);
    for (int i = 0; i < TestTool.ATTEMPTS; i++) {
      decision = MACHINE.onResult(decision.claim(), policy, STORED_500, at(i * 20_000L), 0);
      assertThat(decision.isFinished()).isFalse();
      assertThat(decision.claim().action().providerKey()).isEqualTo(providerKey);
    }
    assertThat(decision.next()).isInstanceOf(Next.LookUp.class);

    Decision found =
        MACHINE.onLookup(
            decision.claim(), policy, new LookupResult.Found("{\"id\":1}", "ch_1"), at(200_000), 0);

    assertThat(Told.status(found)).isEqualTo("SUCCEEDED null");
  }

  @Test
  void neverTakesARefusedKeyForProofThatTheFirstCallFailed() { // A17
    Claim lost = lose(TestTool.claim(), TestTool.KEYED.policy());

    Decision decision = MACHINE.onResult(lost, TestTool.KEYED.policy(), KEY_REFUSED, at(40_000), 0);

    assertThat(decision.isFinished()).isFalse();
    assertThat(decision.claim().state()).isEqualTo(Claim.State.UNKNOWN);
  }

  @Test
  void asksForNoEffectBeforeALookUpCouldSeeIt() { // A19
    Decision lost =
        MACHINE.onResult(TestTool.claim(), TestTool.LOOKUP.policy(), LOST, at(30_000), 0);

    assertThat(lost.next())
        .isInstanceOfSatisfying(
            Next.LookUp.class,
            lookUp ->
                assertThat(lookUp.notBefore())
                    .isAfterOrEqualTo(at(30_000).plus(Duration.ofSeconds(5))));
    assertThat(Told.status(lost)).isEqualTo("UNKNOWN TIMEOUT");
  }

  @Test
  void looksUpAnExpiredClaimOfAnotherWorkerInsteadOfCallingAgain() { // X02, X06
    Decision recovered = MACHINE.recover(TestTool.claim(), TestTool.LOOKUP.policy(), at(70_000));

    assertThat(recovered.next())
        .isInstanceOfSatisfying(
            Next.LookUp.class,
            lookUp ->
                assertThat(lookUp.notBefore())
                    .isAfterOrEqualTo(at(70_000).plus(TestTool.LEASE).plus(TestTool.CALL_TIMEOUT)));
  }

  @Test
  void tellsTheOriginalResultThatALookUpFoundAfterACrash() { // X04
    Claim recovered =
        MACHINE.recover(TestTool.claim(), TestTool.LOOKUP.policy(), at(70_000)).claim();

    Decision found =
        MACHINE.onLookup(
            recovered,
            TestTool.LOOKUP.policy(),
            new LookupResult.Found("{\"id\":1}", "ch_1"),
            at(120_000),
            0);

    assertThat(found.isFinished()).isTrue();
    assertThat(Told.status(found)).isEqualTo("SUCCEEDED null");
  }

  private static Claim lose(Claim claim, ToolPolicy policy) {
    return MACHINE.onResult(claim, policy, LOST, at(30_000), 0).claim();
  }
}
