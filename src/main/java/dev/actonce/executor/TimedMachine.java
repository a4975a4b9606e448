package dev.actonce.executor;

import dev.actonce.core.Settlement;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Decision;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.LookupResult;
import java.time.Instant;
import java.util.Optional;

/**
 * The {@link ExecutionMachine}, asked about live claims with this process's time and randomness.
 * Notes on the execution since when it is in doubt. Confined to the poll thread.
 */
record TimedMachine(ExecutionMachine machine, Clocks clocks) {
  Decision begin(Execution execution) {
    return machine.begin(execution.claim(), execution.policy(), now());
  }

  /** First step with a claim that was found on taking over. */
  Decision takeOver(Execution execution) {
    Decision decision = recover(execution);
    execution.doubt(ExecutionMachine.doubtedAt(decision, now()));
    return decision;
  }

  /** First step of a doubt whose call was not made here. */
  Decision recover(Execution execution) {
    return machine.recover(execution.claim(), execution.policy(), now());
  }

  Claim adopt(Execution execution) {
    return machine.adopt(execution.claim(), execution.policy());
  }

  Decision recheck(Execution execution, Instant now) {
    return machine.recheck(execution.claim(), execution.policy(), now);
  }

  Decision onResult(Execution execution, ActionResult result) {
    Instant now = now();
    if (result.isUnknown()) {
      execution.doubt(now);
    }
    return machine.onResult(execution.claim(), execution.policy(), result, now, jitter());
  }

  Decision onLookup(Execution execution, LookupResult result) {
    return machine.onLookup(execution.claim(), execution.policy(), result, now(), jitter());
  }

  Optional<Decision> onSettlement(Execution execution, Settlement settlement) {
    return machine.onSettlement(execution.claim(), settlement, execution.doubtedAt(), now());
  }

  private Instant now() {
    return clocks.wall().instant();
  }

  private double jitter() {
    return clocks.random().nextDouble();
  }
}
