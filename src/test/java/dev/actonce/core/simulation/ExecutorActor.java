package dev.actonce.core.simulation;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Decision;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.execution.Next;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One executor instance: claims before it calls, and tells an outcome with the claim's end. */
final class ExecutorActor {
  private static final ExecutionMachine MACHINE = new ExecutionMachine(Bounds.LEASE);
  private static final int MAX_CLAIMS_PER_TURN = 3;

  private final String name;
  private final Timeline time;
  private final Topics topics;
  private final Mutant mutant;
  private final Calls calls;
  private final Evidence evidence;
  private final Map<String, Execution> executions = new LinkedHashMap<>();
  private final List<Calls.Returned> inBatch = new ArrayList<>();
  private Topics.Transaction batch;
  private int epoch;
  private int dispatchRead;
  private int settlementsRead;
  private int claimsMade;

  ExecutorActor(String name, Timeline time, Topics topics, Target target, Mutant mutant) {
    this.name = name;
    this.time = time;
    this.topics = topics;
    this.mutant = mutant;
    this.calls = new Calls(time, target, mutant);
    this.evidence = new Evidence(name, time, topics, mutant);
    this.batch = topics.new Transaction(Topics.Role.EXECUTOR, 0);
  }

  boolean isOwner() {
    return epoch > 0 && !topics.isFenced(Topics.Role.EXECUTOR, epoch);
  }

  /** Takes the partition over: every live claim is in doubt, unless its call still runs here. */
  void takeOver() {
    epoch = topics.newEpoch(Topics.Role.EXECUTOR);
    executions.clear();
    dispatchRead = topics.dispatchRead;
    settlementsRead = topics.settlementsRead;
    openBatch();
    topics.claims.values().stream()
        .sorted((a, b) -> Long.compare(a.dispatchOffset(), b.dispatchOffset()))
        .forEach(this::recover);
  }

  /** The process dies; only what it committed remains. */
  void crash() {
    calls.crash();
    executions.clear();
    epoch = 0;
  }

  /** The partition is lost: what was not committed can only be evidence. */
  void drop() {
    inBatch.forEach(evidence::give);
    inBatch.clear();
    executions.clear();
    epoch = 0;
  }

  /** First half of a turn: applies what is there and starts what is due. */
  void prepare(long stallMs) {
    calls.drain().forEach(this::returned);
    while (settlementsRead < topics.settlements.size()) {
      settle(topics.settlements.get(settlementsRead++));
    }
    for (int i = 0; i < MAX_CLAIMS_PER_TURN && dispatchRead < topics.dispatch.size(); i++) {
      take(topics.dispatch.get(dispatchRead), dispatchRead);
      dispatchRead++;
    }
    List.copyOf(executions.values()).forEach(execution -> startIfDue(execution, stallMs));
    if (mutant == Mutant.OFFSETS_BEFORE_CLAIM) {
      Topics.Transaction early = topics.new Transaction(Topics.Role.EXECUTOR, epoch);
      early.executorRead(dispatchRead, settlementsRead);
      early.commit();
    }
  }

  /** Second half of a turn; false when the partition is lost. */
  boolean commit() {
    batch.executorRead(dispatchRead, settlementsRead);
    if (!batch.commit()) {
      return false;
    }
    inBatch.clear();
    executions.values().forEach(execution -> execution.isUncommitted = false);
    openBatch();
    return true;
  }

  /** Gives back what surely does not run, before another instance takes over. */
  void park() {
    for (Execution execution : executions.values()) {
      boolean isIdle = !execution.isRunning || mutant == Mutant.PARKED_WHILE_RUNNING;
      if (execution.claim.state() == Claim.State.CLAIMED && isIdle) {
        batch.claim(execution.claim.parked());
      }
    }
  }

  /** Answers that come after the partition was lost. */
  void drainAsEvidence() {
    calls.drain().forEach(evidence::give);
  }

  private void openBatch() {
    batch = topics.new Transaction(Topics.Role.EXECUTOR, epoch);
  }

  private void recover(Claim claim) {
    Execution execution = new Execution(claim, mutant);
    executions.put(claim.key().value(), execution);
    if (calls.isRunning(claim.claimId())) {
      execution.claim = MACHINE.adopt(claim, execution.policy());
      execution.isRunning = true;
      return;
    }
    boolean isUnsafe = execution.policy().safety() == SafetyClass.UNSAFE;
    boolean forgets =
        (mutant == Mutant.UNSAFE_RUN_AGAIN_ON_RECOVERY && isUnsafe)
            || (mutant == Mutant.DOUBT_FORGOTTEN_ON_RECOVERY && !isUnsafe);
    if (claim.state() == Claim.State.PARKED || forgets) {
      begin(execution);
    } else {
      apply(execution, MACHINE.recover(claim, execution.policy(), time.now()));
    }
  }

  private void take(ApprovedAction action, long offset) {
    if (executions.containsKey(action.key().value())) {
      return;
    }
    String id = name + "-" + epoch + "-" + ++claimsMade;
    Execution execution = new Execution(newClaim(action, id, offset), mutant);
    executions.put(action.key().value(), execution);
    begin(execution);
    if (mutant == Mutant.CLAIM_AFTER_EFFECT && execution.next instanceof Next.Call) {
      execution.isRunning = true;
      calls.execute(execution.claim, 0);
    }
  }

  private Claim newClaim(ApprovedAction action, String id, long offset) {
    return new Claim(
        action,
        id,
        name,
        Claim.Terms.of(SimulatedTool.of(action.intent().action()).policy()),
        Claim.State.CLAIMED,
        Claim.Progress.NONE,
        time.now(),
        offset);
  }

  private void begin(Execution execution) {
    Decision decision = MACHINE.begin(execution.claim, execution.policy(), time.now());
    if (decision.isFinished()) {
      apply(execution, decision);
      return;
    }
    execution.claim = decision.claim();
    execution.next = decision.next();
    execution.isUncommitted = true;
    batch.claim(decision.claim());
  }

  private void returned(Calls.Returned one) {
    Execution execution = executions.get(one.claim().key().value());
    if (execution == null || !execution.claim.claimId().equals(one.claim().claimId())) {
      evidence.give(one);
      return;
    }
    inBatch.add(one);
    execution.isRunning = false;
    Claim claim = execution.claim;
    ActionResult result = one.result();
    if (result != null) {
      if (mutant == Mutant.RELEASE_ON_TIMEOUT && result instanceof ActionResult.Unknown) {
        executions.remove(claim.key().value());
        batch.release(claim);
        return;
      }
      ActionResult heard = mutated(result);
      apply(
          execution, MACHINE.onResult(claim, execution.policy(), heard, time.now(), time.jitter()));
    } else {
      LookupResult lookup = Objects.requireNonNull(one.lookup());
      apply(
          execution,
          MACHINE.onLookup(claim, execution.policy(), lookup, time.now(), time.jitter()));
    }
    Settlement deferred = execution.deferred;
    execution.deferred = null;
    if (deferred != null) {
      settle(deferred);
    }
  }

  private ActionResult mutated(ActionResult result) {
    return mutant == Mutant.UNKNOWN_TURNED_INTO_FAILED
            && result instanceof ActionResult.Unknown unknown
        ? new ActionResult.Failed(unknown.code(), "timed out", ActionResult.Retry.NEVER)
        : result;
  }

  private void settle(Settlement settlement) {
    Execution execution = executions.get(settlement.key().value());
    if (execution == null) {
      return;
    }
    if (execution.isRunning && settlement.verdict() == Settlement.Verdict.NOT_EXECUTED) {
      execution.deferred = settlement;
      return;
    }
    MACHINE
        .onSettlement(execution.claim, settlement, time.now())
        .ifPresent(decision -> apply(execution, decision));
  }

  private void apply(Execution execution, Decision decision) {
    boolean newTerms = !execution.claim.terms().equals(decision.claim().terms());
    execution.claim = decision.claim();
    execution.next = decision.next();
    if (decision.isFinished()) {
      executions.remove(execution.claim.key().value());
      if (mutant == Mutant.TOMBSTONE_BEFORE_OUTCOME) {
        Topics.Transaction early = topics.new Transaction(Topics.Role.EXECUTOR, epoch);
        early.release(execution.claim);
        early.commit();
      }
      batch.release(execution.claim);
    } else if (decision.outcome() != null || newTerms) {
      batch.claim(execution.claim);
      execution.isUncommitted = true;
    }
    if (decision.outcome() != null) {
      batch.outcome(decision.outcome());
    }
  }

  private void startIfDue(Execution execution, long stallMs) {
    if (execution.isRunning || execution.isUncommitted) {
      return;
    }
    if (execution.next instanceof Next.LookUp lookUp) {
      boolean isDue = !lookUp.notBefore().isAfter(time.now());
      if (isDue || mutant == Mutant.LOOKUP_LAG_IGNORED) {
        execution.isRunning = true;
        calls.lookUp(execution.claim);
      }
    } else if (execution.next instanceof Next.Call call && !call.notBefore().isAfter(time.now())) {
      Decision decision = MACHINE.recheck(execution.claim, execution.policy(), time.now());
      boolean mayCall =
          decision.outcome() == null
              && decision.next() instanceof Next.Call again
              && !again.notBefore().isAfter(time.now());
      if (mayCall) {
        execution.isRunning = true;
        calls.execute(execution.claim, stallWithinKeyLife(execution.claim, stallMs));
      } else {
        apply(execution, decision);
      }
    }
  }

  /**
   * A declared limit: a caller that checked its provider key does not stall past the key's life.
   */
  private long stallWithinKeyLife(Claim claim, long stallMs) {
    ToolPolicy policy = SimulatedTool.of(claim.action().intent().action()).policy();
    if (policy.safety() != SafetyClass.KEYED) {
      return stallMs;
    }
    Instant end = claim.claimedAt().plus(policy.execution().providerKeyTtl());
    long leftMs = Duration.between(time.now(), end).toMillis() - 1;
    return Math.max(0, Math.min(stallMs, leftMs));
  }
}
