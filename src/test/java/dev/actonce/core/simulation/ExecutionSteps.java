package dev.actonce.core.simulation;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Decision;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.execution.Next;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** The machine's decisions on one executor's clock, with the bugs that are planted into them. */
final class ExecutionSteps {
  private final ExecutionMachine machine;
  private final HostClock clock;
  private final Timeline time;
  private final Mutant mutant;

  ExecutionSteps(ExecutionMachine machine, HostClock clock, Timeline time, Mutant mutant) {
    this.machine = machine;
    this.clock = clock;
    this.time = time;
    this.mutant = mutant;
  }

  Claim newClaim(ApprovedAction action, String id, String owner, long offset) {
    return Claim.fresh(
        action,
        id,
        owner,
        Claim.Terms.of(SimulatedTool.of(action.intent().action()).policy()),
        clock.now(),
        offset);
  }

  Decision begin(Execution execution) {
    return machine.begin(execution.claim, execution.policy(), clock.now());
  }

  Decision recover(Execution execution) {
    Decision decision = machine.recover(execution.claim, execution.policy(), clock.now());
    execution.doubtedAt = ExecutionMachine.doubtedAt(decision, clock.now());
    return decision;
  }

  Decision recheck(Execution execution) {
    return machine.recheck(execution.claim, execution.policy(), clock.now());
  }

  void adopt(Execution execution) {
    time.coverage().reached(Landmark.CLAIM_ADOPTED);
    execution.claim = machine.adopt(execution.claim, execution.policy());
    execution.isRunning = true;
  }

  boolean forgetsDoubt(Execution execution) {
    boolean isUnsafe = execution.policy().safety() == SafetyClass.UNSAFE;
    return (mutant == Mutant.UNSAFE_RUN_AGAIN_ON_RECOVERY && isUnsafe)
        || (mutant == Mutant.DOUBT_FORGOTTEN_ON_RECOVERY && !isUnsafe);
  }

  boolean isReleasedOnTimeout(Calls.Returned one) {
    return mutant == Mutant.RELEASE_ON_TIMEOUT && one.result() instanceof ActionResult.Unknown;
  }

  Decision returned(Execution execution, Calls.Returned one) {
    Instant now = clock.now();
    Claim claim = execution.claim;
    ActionResult result = one.result();
    if (result != null) {
      if (result instanceof ActionResult.Unknown) {
        execution.doubtedAt = now;
      }
      Decision decision =
          machine.onResult(claim, execution.policy(), mutated(result), now, time.jitter());
      if (!decision.claim().terms().equals(claim.terms())) {
        time.coverage().reached(Landmark.KEY_LOST_ITS_WORTH);
      }
      return decision;
    }
    LookupResult lookup = Objects.requireNonNull(one.lookup());
    return machine.onLookup(claim, execution.policy(), lookup, now, time.jitter());
  }

  Optional<Decision> settle(Execution execution, Settlement settlement) {
    Settlement named =
        mutant == Mutant.SETTLEMENT_OF_ANY_CLAIM_ACCEPTED
            ? renamed(settlement, execution.claim.claimId())
            : settlement;
    Optional<Decision> decision =
        machine.onSettlement(execution.claim, named, execution.doubtedAt, clock.now());
    if (decision.isEmpty()) {
      time.coverage().reached(Landmark.SETTLEMENT_REFUSED);
    }
    return decision;
  }

  boolean isDue(Next.Call call) {
    return !call.notBefore().isAfter(clock.now());
  }

  boolean isDue(Next.LookUp lookUp) {
    return mutant == Mutant.LOOKUP_LAG_IGNORED || !lookUp.notBefore().isAfter(clock.now());
  }

  private ActionResult mutated(ActionResult result) {
    return mutant == Mutant.UNKNOWN_TURNED_INTO_FAILED
            && result instanceof ActionResult.Unknown unknown
        ? new ActionResult.Failed(unknown.code(), "timed out", ActionResult.Retry.NEVER)
        : result;
  }

  private static Settlement renamed(Settlement settlement, String claimId) {
    return new Settlement(
        settlement.key(),
        claimId,
        settlement.generation(),
        settlement.verdict(),
        settlement.result(),
        settlement.reference(),
        settlement.source(),
        settlement.by(),
        settlement.reason(),
        settlement.at());
  }
}
