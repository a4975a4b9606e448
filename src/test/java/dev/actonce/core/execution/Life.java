package dev.actonce.core.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One simulated life of a claim over owners that crash at any point, checked after every step. Runs
 * the machine as an adapter does: only a committed claim survives a crash.
 */
final class Life {
  private static final int MAX_STEPS = 40;

  private final Random random;
  private final ToolPolicy policy;
  private final @Nullable Instant deadline;
  private final World world;
  private Claim durable;
  private Claim claim;
  private Next next = new Next.AwaitSettlement();
  private Instant now = TestTool.START;
  private @Nullable Instant lastDoubt;
  private @Nullable Instant lastAbsent;
  private int toldUnknown;
  private @Nullable OutcomeStatus end;

  Life(Random random) {
    this.random = random;
    List<TestTool> tools = List.of(TestTool.values());
    TestTool tool = tools.get(random.nextInt(tools.size()));
    this.policy = tool.policy(1 + random.nextInt(4), keyLife());
    this.deadline = random.nextBoolean() ? null : TestTool.START.plusSeconds(random.nextInt(120));
    this.durable = TestTool.claim(deadline);
    this.claim = durable;
    this.world = new World(random, policy);
  }

  @Nullable OutcomeStatus end() {
    return end;
  }

  /** Lives until the end or the bound. */
  void live() {
    apply(TestTool.MACHINE.begin(claim, policy, now));
    for (int i = 0; i < MAX_STEPS && end == null; i++) {
      step();
    }
  }

  private void step() {
    now = now.plusMillis(random.nextInt(2_000));
    int chance = random.nextInt(12);
    if (chance == 0) {
      crash();
    } else if (chance == 1) {
      settle(Settlement.Source.EVIDENCE, "claim-1");
    } else if (next instanceof Next.Call call) {
      call(call);
    } else if (next instanceof Next.LookUp lookUp) {
      lookUp(lookUp);
    } else {
      settle(Settlement.Source.OPERATOR, random.nextInt(4) == 0 ? "claim-of-yesterday" : "claim-1");
    }
  }

  private void crash() {
    lastDoubt = now;
    claim = durable;
    apply(TestTool.MACHINE.recover(claim, policy, now));
  }

  private void call(Next.Call call) {
    now = later(now, call.notBefore());
    Decision checked = TestTool.MACHINE.recheck(claim, policy, now);
    if (!(checked.next() instanceof Next.Call)) {
      apply(checked);
      return;
    }
    assertMayCall();
    if (random.nextInt(6) == 0) {
      world.callOfADeadOwner(now);
      crash();
      return;
    }
    ActionResult result = world.call(now);
    now = now.plusMillis(random.nextInt(30_000));
    lastDoubt = result instanceof ActionResult.Unknown ? now : lastDoubt;
    apply(TestTool.MACHINE.onResult(claim, policy, result, now, random.nextDouble()));
  }

  private void lookUp(Next.LookUp lookUp) {
    now = later(now, lookUp.notBefore());
    LookupResult result = world.lookUp(now);
    lastAbsent = result instanceof LookupResult.Absent ? now : lastAbsent;
    apply(TestTool.MACHINE.onLookup(claim, policy, result, now, random.nextDouble()));
  }

  private void settle(Settlement.Source source, String claimId) {
    if (source == Settlement.Source.EVIDENCE && !world.happened()) {
      return; // only a success is evidence
    }
    Settlement.Verdict truth =
        world.happened() ? Settlement.Verdict.SUCCEEDED : Settlement.Verdict.NOT_EXECUTED;
    TestTool.MACHINE
        .onSettlement(claim, TestTool.settlement(truth, source, claimId), TestTool.START, now)
        .ifPresent(this::apply);
  }

  /** An outcome and its claim are committed together; a crash before the commit loses both. */
  private void apply(Decision decision) {
    OutcomeEvent told = decision.outcome();
    if (told != null && random.nextInt(10) == 0) {
      crash();
      return;
    }
    claim = decision.claim();
    next = decision.next();
    if (told == null) {
      assertThat(decision.isFinished()).isFalse();
      return;
    }
    durable = claim;
    if (told.status() == OutcomeStatus.UNKNOWN) {
      toldUnknown++;
      assertThat(toldUnknown).as("told UNKNOWN").isEqualTo(1);
      assertThat(decision.isFinished()).isFalse();
    } else {
      finish(told, decision);
    }
  }

  private void finish(OutcomeEvent told, Decision decision) {
    assertThat(decision.isFinished()).isTrue();
    end = told.status();
    if (end == OutcomeStatus.FAILED) {
      assertThat(world.effects()).as("effects of a FAILED action").isZero();
    } else {
      assertThat(end).isEqualTo(OutcomeStatus.SUCCEEDED);
    }
  }

  private void assertMayCall() {
    if (policy.safety() == SafetyClass.READ_ONLY) {
      return;
    }
    if (deadline != null) {
      assertThat(now).as("start of a call").isBefore(deadline);
    }
    if (policy.safety() == SafetyClass.KEYED) {
      assertThat(now).as("start of a call with the provider key").isBefore(keyExpiresAt());
    }
    if (policy.safety() == SafetyClass.UNSAFE) {
      assertThat(claim.isInDoubt()).as("call of an unsafe tool in doubt").isFalse();
    }
    if (policy.safety() == SafetyClass.LOOKUP && lastDoubt != null) {
      Duration lag = Objects.requireNonNull(policy.execution().lookupLag());
      assertThat(lastAbsent)
          .as("proof of absence before the next call")
          .isNotNull()
          .isAfterOrEqualTo(lastDoubt.plus(TestTool.LEASE).plus(TestTool.CALL_TIMEOUT).plus(lag));
    }
  }

  /** Long enough for a stalled call, as the machine's margin asks for. */
  private Duration keyLife() {
    Duration shortest = TestTool.LEASE.plus(Timing.MAX_CLOCK_SKEW).multipliedBy(2);
    return shortest.plusSeconds(random.nextInt(280));
  }

  private Instant keyExpiresAt() {
    return claim.claimedAt().plus(policy.execution().providerKeyTtl());
  }

  void assertNoDoubleEffect() {
    assertThat(world.effects()).as("effects of %s", policy.safety()).isLessThanOrEqualTo(1);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
