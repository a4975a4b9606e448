package dev.actonce.core.simulation;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Decision;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.Next;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One executor instance: claims before it calls, and tells an outcome with the claim's end. */
final class ExecutorActor {
  private static final int MAX_CLAIMS_PER_TURN = 3;

  /** How far a partition was read. */
  private static final class Position {
    private int dispatch;
    private int settlements;
  }

  private final String name;
  private final Topics topics;
  private final Timeline time;
  private final Mutant mutant;
  private final Calls calls;
  private final Settlements evidence;
  private final HostClock clock;
  private final ExecutionSteps steps;
  private final Map<Partition, Position> owned = new LinkedHashMap<>();
  private final List<Partition> assigned = new ArrayList<>();
  private final Map<String, Execution> executions = new TreeMap<>();
  private final List<Calls.Returned> inBatch = new ArrayList<>();
  private Transaction batch;
  private int epoch;
  private int memberEpoch;
  private int claimsMade;
  private long provenAtMs;

  ExecutorActor(String name, Topics topics, Target target, Settlements evidence, Mutant mutant) {
    this.name = name;
    this.topics = topics;
    this.time = topics.time();
    this.mutant = mutant;
    this.calls = new Calls(time, target, mutant);
    this.evidence = evidence;
    this.clock = new HostClock(time);
    this.steps = new ExecutionSteps(new ExecutionMachine(Bounds.LEASE), clock, time, mutant);
    this.batch = newBatch();
  }

  HostClock clock() {
    return clock;
  }

  /** Joins the group as a new member. */
  void join() {
    memberEpoch = ++epoch;
    batch = newBatch();
  }

  /** The group no longer knows this member; it notices at its next commit. */
  void expel() {
    epoch++;
  }

  boolean isMember() {
    return memberEpoch == epoch;
  }

  /** It will take the partition over at its next turn. */
  void assign(Partition partition) {
    assigned.add(partition);
  }

  /** The process dies; only what it committed remains. */
  void crash() {
    calls.crash();
    forget();
    inBatch.clear();
  }

  /** The membership ends: what was not committed can only be evidence. */
  void leave() {
    inBatch.forEach(one -> evidence.giveEvidence(name, one));
    inBatch.clear();
    forget();
  }

  /** First half of a turn: takes over, applies what is there, and claims. */
  void prepare() {
    while (!assigned.isEmpty()) {
      takeOver(assigned.remove(0));
    }
    boolean settlesFirst = time.chance(2);
    if (settlesFirst) {
      owned.forEach(this::readSettlements);
    }
    calls.drain().forEach(this::returned);
    if (!settlesFirst) {
      owned.forEach(this::readSettlements);
    }
    owned.forEach(this::readDispatch);
    if (mutant == Mutant.OFFSETS_BEFORE_CLAIM) {
      Transaction early = newBatch();
      owned.forEach((partition, at) -> early.executorRead(partition, position(at)));
      early.commit(0, () -> {});
    }
  }

  /**
   * Second half of a turn.
   *
   * @param done run once the commit is visible, if this is still a member then
   * @return false when the membership is over
   */
  boolean commit(long delayMs, Runnable done) {
    long beganAtMs = time.nowMs();
    int committing = memberEpoch;
    owned.forEach((partition, at) -> batch.executorRead(partition, position(at)));
    return batch.commit(
        delayMs,
        () -> {
          if (committing == memberEpoch) {
            provenAtMs = beganAtMs;
            inBatch.clear();
            executions.values().forEach(execution -> execution.isUncommitted = false);
            batch = newBatch();
            done.run();
          }
        });
  }

  /**
   * Starts what is due.
   *
   * @param stallMs how long handler threads are stopped before their last check of the lease
   * @param pauseMs how long all clocks of the host stand still besides
   */
  void start(long stallMs, long pauseMs) {
    for (Execution execution : List.copyOf(executions.values())) {
      if (execution.isRunning || execution.isUncommitted) {
        continue;
      }
      if (execution.next instanceof Next.LookUp lookUp) {
        if (steps.isDue(lookUp)) {
          execution.isRunning = true;
          calls.lookUp(execution.claim, stallMs + pauseMs);
        }
      } else if (execution.next instanceof Next.Call call && steps.isDue(call)) {
        call(execution, stallMs, pauseMs);
      }
    }
  }

  /** Gives one partition back; false when the membership is over. */
  boolean giveBack(Partition partition) {
    calls.drain().forEach(this::returned);
    for (Execution execution : executions.values()) {
      boolean isIdle = !execution.isRunning || mutant == Mutant.PARKED_WHILE_RUNNING;
      if (execution.partition == partition
          && execution.claim.state() == Claim.State.CLAIMED
          && isIdle) {
        batch.claim(partition, execution.claim.parked());
      }
    }
    if (!commit(0, () -> {})) {
      return false;
    }
    owned.remove(partition);
    assigned.remove(partition);
    executions.values().removeIf(execution -> execution.partition == partition);
    return true;
  }

  private void forget() {
    memberEpoch = -1;
    owned.clear();
    assigned.clear();
    executions.clear();
  }

  private Transaction newBatch() {
    int mine = memberEpoch;
    return new Transaction(topics, () -> mine != epoch);
  }

  private static Partition.ExecutorPosition position(Position at) {
    return new Partition.ExecutorPosition(at.dispatch, at.settlements);
  }

  private void takeOver(Partition partition) {
    topics.settlePending();
    Position at = new Position();
    at.dispatch = partition.executorRead.dispatch();
    at.settlements = partition.executorRead.settlements();
    owned.put(partition, at);
    partition.claims.values().stream()
        .sorted(Comparator.comparingLong(Claim::dispatchOffset))
        .forEach(claim -> recover(partition, claim));
  }

  private void recover(Partition partition, Claim claim) {
    Execution execution = new Execution(partition, claim, mutant, clock.now());
    executions.put(claim.key().value(), execution);
    if (calls.isRunning(claim.claimId())) {
      steps.adopt(execution);
    } else if (claim.state() == Claim.State.PARKED || steps.forgetsDoubt(execution)) {
      begin(execution);
    } else {
      apply(execution, steps.recover(execution));
    }
  }

  private void readDispatch(Partition partition, Position at) {
    for (int i = 0; i < MAX_CLAIMS_PER_TURN && at.dispatch < partition.dispatch.size(); i++) {
      int offset = at.dispatch++;
      take(partition, partition.dispatch.get(offset), offset);
    }
  }

  private void take(Partition partition, ApprovedAction action, long offset) {
    if (executions.containsKey(action.key().value())) {
      return;
    }
    String id = name + "-" + ++claimsMade;
    Claim claim = steps.newClaim(action, id, name, offset);
    Execution execution = new Execution(partition, claim, mutant, clock.now());
    executions.put(action.key().value(), execution);
    begin(execution);
    if (mutant == Mutant.CLAIM_AFTER_EFFECT && execution.next instanceof Next.Call) {
      execution.isRunning = true;
      calls.execute(execution.claim, 0);
    }
  }

  private void begin(Execution execution) {
    Decision decision = steps.begin(execution);
    if (decision.isFinished()) {
      apply(execution, decision);
      return;
    }
    execution.claim = decision.claim();
    execution.next = decision.next();
    execution.isUncommitted = true;
    batch.claim(execution.partition, decision.claim());
  }

  private void returned(Calls.Returned one) {
    Execution execution = executions.get(one.claim().key().value());
    if (execution == null || !execution.claim.claimId().equals(one.claim().claimId())) {
      evidence.giveEvidence(name, one);
      return;
    }
    inBatch.add(one);
    execution.isRunning = false;
    if (steps.isReleasedOnTimeout(one)) {
      executions.remove(execution.claim.key().value());
      batch.release(execution.partition, execution.claim);
      return;
    }
    if (one.result() == null && one.lookup() == null) {
      notCalled(execution);
    } else {
      apply(execution, steps.returned(execution, one));
    }
    Settlement deferred = execution.deferred;
    execution.deferred = null;
    if (deferred != null) {
      settle(deferred);
    }
  }

  private void notCalled(Execution execution) {
    if (execution.claim.state() == Claim.State.PARKED) {
      begin(execution);
    } else if (execution.next instanceof Next.AwaitSettlement) {
      apply(execution, steps.recover(execution));
    }
  }

  private void readSettlements(Partition partition, Position at) {
    while (at.settlements < partition.settlements.size()
        && !time.strikes(Fault.SETTLEMENT_READ_LATE)) {
      settle(partition.settlements.get(at.settlements++));
    }
  }

  private void settle(Settlement settlement) {
    Execution execution = executions.get(settlement.key().value());
    if (execution == null) {
      time.coverage().reached(Landmark.SETTLEMENT_REFUSED);
    } else if (execution.isRunning && settlement.verdict() == Settlement.Verdict.NOT_EXECUTED) {
      time.coverage().reached(Landmark.SETTLEMENT_DEFERRED);
      execution.deferred = settlement;
    } else {
      steps.settle(execution, settlement).ifPresent(decision -> apply(execution, decision));
    }
  }

  private void apply(Execution execution, Decision decision) {
    boolean newTerms = !execution.claim.terms().equals(decision.claim().terms());
    execution.claim = decision.claim();
    execution.next = decision.next();
    if (decision.isFinished()) {
      executions.remove(execution.claim.key().value());
      if (mutant == Mutant.TOMBSTONE_BEFORE_OUTCOME) {
        Transaction early = newBatch();
        early.release(execution.partition, execution.claim);
        early.commit(0, () -> {});
      }
      batch.release(execution.partition, execution.claim);
    } else if (decision.outcome() != null || newTerms) {
      batch.claim(execution.partition, execution.claim);
      execution.isUncommitted = true;
    }
    if (decision.outcome() != null) {
      batch.outcome(execution.partition, decision.outcome());
    }
  }

  private void call(Execution execution, long stallMs, long pauseMs) {
    Decision decision = steps.recheck(execution);
    boolean mayCall =
        decision.outcome() == null
            && decision.next() instanceof Next.Call again
            && steps.isDue(again);
    if (!mayCall) {
      time.coverage().reached(Landmark.CALL_TOO_LATE);
      apply(execution, decision);
      return;
    }
    execution.isRunning = true;
    boolean holdsLease = time.nowMs() + stallMs - provenAtMs < Bounds.LEASE.toMillis();
    if (holdsLease) {
      calls.execute(execution.claim, stallMs + pauseMs);
    } else {
      calls.giveUp(execution.claim, stallMs + pauseMs);
    }
  }
}
