package dev.actonce.core.execution;

import static dev.actonce.core.execution.TestTool.MACHINE;
import static dev.actonce.core.execution.TestTool.START;
import static dev.actonce.core.execution.TestTool.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the next step may be taken. */
class ExecutionTimingTest {
  private static final ActionResult LOST = new ActionResult.Unknown("TIMEOUT", "30 s");
  private static final ActionResult REFUSED =
      new ActionResult.Failed("REFUSED", "connection refused", ActionResult.Retry.LATER);
  private static final Duration SETTLE_DELAY =
      TestTool.LEASE.plus(TestTool.CALL_TIMEOUT).plusSeconds(5).plus(Timing.MAX_CLOCK_SKEW);
  private static final Duration KEY_MARGIN = TestTool.LEASE.plus(Timing.MAX_CLOCK_SKEW);
  private static final Duration KEY_USED_FOR = TestTool.KEY_TTL.minus(KEY_MARGIN);

  @Test
  void callsAFreshClaimAtOnce() {
    Decision decision = MACHINE.begin(TestTool.claim(), TestTool.UNSAFE.policy(), at(3));

    assertThat(decision.next()).isEqualTo(new Next.Call(at(3)));
    assertThat(decision.outcome()).isNull();
  }

  @Test
  void retriesARecoveredClaimOfAKeyedToolAtOnceWithoutAlarm() {
    Decision decision = MACHINE.recover(TestTool.claim(), TestTool.KEYED.policy(), at(3));

    assertThat(decision.next()).isEqualTo(new Next.Call(at(3)));
    assertThat(decision.outcome()).isNull();
    assertThat(decision.claim().isInDoubt()).isTrue();
  }

  @Test
  void looksUpARecoveredClaimOnlyAfterTheSettleDelay() {
    Decision decision = MACHINE.recover(TestTool.claim(), TestTool.LOOKUP.policy(), at(3));

    assertThat(decision.next()).isEqualTo(new Next.LookUp(at(3).plus(SETTLE_DELAY)));
  }

  @Test
  void looksUpAnAmbiguousAnswerOnlyAfterTheSettleDelay() {
    Decision decision = onResult(TestTool.claim(), TestTool.LOOKUP.policy(), LOST, at(40_000), 0);

    assertThat(decision.next()).isEqualTo(new Next.LookUp(at(40_000).plus(SETTLE_DELAY)));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.0, 100", "1, 0.999999, 200", "2, 0.0, 200", "3, 0.0, 400", "3, 0.5, 600"})
  void backsOffARetryableFailureWithJitter(int callsMade, double jitter, long pauseMs) {
    Claim claim = withAttempts(TestTool.claim(), callsMade - 1);

    Decision decision = onResult(claim, TestTool.UNSAFE.policy(), REFUSED, at(0), jitter);

    assertThat(decision.next()).isEqualTo(new Next.Call(at(pauseMs)));
  }

  @ParameterizedTest
  @CsvSource({"4, 30", "5, 60", "6, 120", "9, 900", "40, 900"})
  void settlesEverMoreSlowlyOnceTheFastRetriesAreUsedUp(int callsMade, long stepSeconds) {
    Claim claim = withAttempts(TestTool.claim(), callsMade - 1);
    ToolPolicy policy = TestTool.KEYED.policy();

    assertThat(onResult(claim, policy, LOST, START, 0).next())
        .isEqualTo(new Next.Call(at(stepSeconds * 500)));
    assertThat(onResult(claim, policy, LOST, START, 0.999999).next())
        .isEqualTo(new Next.Call(at(stepSeconds * 1_000)));
  }

  @Test
  void looksUpAgainAfterALookUpThatFailed() {
    Claim claim = MACHINE.recover(TestTool.claim(), TestTool.LOOKUP.policy(), START).claim();

    Decision decision =
        MACHINE.onLookup(
            claim, TestTool.LOOKUP.policy(), new LookupResult.Inconclusive("503"), at(0), 0);

    assertThat(decision.next()).isEqualTo(new Next.LookUp(at(15_000)));
    assertThat(decision.outcome()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, false", "1, false"})
  void callsAKeyedToolOnlyIfEvenAStalledCallArrivesWithinTheLifeOfItsKey(
      long pastMs, boolean called) {
    Instant now = START.plus(KEY_USED_FOR).plusMillis(pastMs);

    Decision decision = MACHINE.recover(TestTool.claim(), TestTool.KEYED.policy(), now);

    assertThat(decision.next() instanceof Next.Call).isEqualTo(called);
  }

  @ParameterizedTest
  @CsvSource({"9999, true", "10000, false"})
  void usesAShortLivedKeyForHalfOfItsLife(long ageMs, boolean called) {
    ToolPolicy policy = TestTool.KEYED.policy(4, Duration.ofSeconds(20));

    Decision decision = MACHINE.recover(TestTool.claim(), policy, at(ageMs));

    assertThat(decision.next() instanceof Next.Call).isEqualTo(called);
  }

  @Test
  void looksUpAKeyedToolPastTheLifeOfItsKeyWhenItCan() {
    Instant now = START.plus(KEY_USED_FOR);

    Decision decision = MACHINE.recover(TestTool.claim(), TestTool.KEYED_LOOKUP.policy(), now);

    assertThat(decision.next()).isEqualTo(new Next.LookUp(now.plus(SETTLE_DELAY)));
  }

  @Test
  void waitsForAPersonPastTheLifeOfTheKeyWithoutALookUp() {
    Instant now = START.plus(KEY_USED_FOR);

    assertThat(MACHINE.recover(TestTool.claim(), TestTool.KEYED.policy(), now).next())
        .isEqualTo(new Next.AwaitSettlement());
  }

  @Test
  void plansNoRetryThatWouldStartPastTheLifeOfTheKey() {
    ToolPolicy policy = TestTool.KEYED.policy(4, Duration.ofSeconds(60));

    Decision decision = onResult(TestTool.claim(), policy, LOST, at(47_950), 0);

    assertThat(decision.next()).isEqualTo(new Next.AwaitSettlement());
  }

  @Test
  void failsByProofRatherThanRetryPastTheLifeOfTheKey() {
    ToolPolicy policy = TestTool.KEYED.policy(4, Duration.ofSeconds(60));

    Decision decision = onResult(TestTool.claim(), policy, REFUSED, at(47_950), 0);

    assertThat(Told.status(decision)).isEqualTo("FAILED REFUSED");
  }

  @Test
  void failsAnActionWhoseDeadlinePassedBeforeTheFirstCall() {
    Decision decision = MACHINE.begin(TestTool.claim(at(10)), TestTool.UNSAFE.policy(), at(10));

    assertThat(Told.status(decision)).isEqualTo("FAILED DEADLINE_PASSED");
  }

  @Test
  void callsUpToTheDeadline() {
    Decision decision = MACHINE.begin(TestTool.claim(at(10)), TestTool.UNSAFE.policy(), at(9));

    assertThat(decision.next()).isEqualTo(new Next.Call(at(9)));
  }

  @Test
  void failsByProofWhenTheRetryWouldStartPastTheDeadline() {
    Decision decision =
        onResult(TestTool.claim(at(100)), TestTool.UNSAFE.policy(), REFUSED, at(10), 0);

    assertThat(Told.status(decision)).isEqualTo("FAILED DEADLINE_PASSED");
  }

  @ParameterizedTest
  @CsvSource({"IDEMPOTENT", "KEYED", "KEYED_LOOKUP", "LOOKUP", "UNSAFE"})
  void neverFailsADoubtBecauseTheDeadlinePassed(TestTool tool) {
    Decision decision = MACHINE.recover(TestTool.claim(at(10)), tool.policy(), at(20));

    assertThat(Told.status(decision)).isEqualTo("UNKNOWN RECOVERED");
    assertThat(decision.next()).isNotInstanceOf(Next.Call.class);
  }

  @ParameterizedTest
  @CsvSource({"IDEMPOTENT", "KEYED"})
  void plansNoSettlingCallPastTheDeadline(TestTool tool) {
    Decision decision = onResult(TestTool.claim(at(100)), tool.policy(), LOST, at(10), 0);

    assertThat(decision.next()).isEqualTo(new Next.AwaitSettlement());
  }

  @Test
  void rechecksTheLifeOfTheKeyRightBeforeALateCall() {
    Claim claim = MACHINE.recover(TestTool.claim(), TestTool.KEYED.policy(), at(3)).claim();
    Instant late = START.plus(KEY_USED_FOR);

    Decision decision = MACHINE.recheck(claim, TestTool.KEYED.policy(), late);

    assertThat(decision.next()).isEqualTo(new Next.AwaitSettlement());
    assertThat(Told.status(decision)).isEqualTo("UNKNOWN RECOVERED");
  }

  @Test
  void rechecksTheDeadlineRightBeforeALateCall() {
    Claim claim = TestTool.claim(at(10));

    assertThat(Told.status(MACHINE.recheck(claim, TestTool.UNSAFE.policy(), at(10))))
        .isEqualTo("FAILED DEADLINE_PASSED");
  }

  @Test
  void confirmsACallThatIsStillInTime() {
    Claim claim = MACHINE.recover(TestTool.claim(), TestTool.KEYED.policy(), at(3)).claim();

    assertThat(MACHINE.recheck(claim, TestTool.KEYED.policy(), at(500)))
        .isEqualTo(new Decision(claim, new Next.Call(at(500)), null));
  }

  private static Decision onResult(
      Claim claim, ToolPolicy policy, ActionResult result, Instant now, double jitter) {
    return MACHINE.onResult(claim, policy, result, now, jitter);
  }

  private static Claim withAttempts(Claim claim, int attempts) {
    Claim moved = claim;
    for (int i = 0; i < attempts; i++) {
      moved = moved.called();
    }
    return moved;
  }
}
