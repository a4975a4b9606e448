package dev.actonce.executor;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Decision;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.Next;
import dev.actonce.core.execution.SettlementObjection;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live claims of the owned partitions, and when each takes its next step. Asks {@link
 * ExecutionMachine} what to do, and puts what must be durable first into the batch. Confined to the
 * poll thread.
 */
final class Executions {
  private static final Logger LOG = LoggerFactory.getLogger(Executions.class);

  private final TimedMachine machine;
  private final Calls calls;
  private final InstantSource clock;
  private final Collaborators with;
  private final Map<String, Execution> byKey = new HashMap<>();
  private final Slots slots = new Slots();
  private final List<Execution> afterCommit = new ArrayList<>();
  private final Agenda agenda;

  /** Whom it tells of ends and settlements, and asks for arguments that were left out. */
  record Collaborators(ClaimRecall recall, SettlementLog settlements, Endings endings) {}

  Executions(ExecutionMachine machine, Calls calls, Collaborators with, Clocks clocks) {
    this.machine = new TimedMachine(machine, clocks);
    this.calls = calls;
    this.with = with;
    this.agenda = new Agenda(execution -> find(execution.claim().key()));
    this.clock = clocks.wall();
  }

  /** The live claims; confined to the poll thread as well. */
  Collection<Execution> live() {
    return Collections.unmodifiableCollection(byKey.values());
  }

  @Nullable Execution find(IdempotencyKey key) {
    return byKey.get(key.value());
  }

  /** Takes a new action: its claim is written with the batch, its call starts after the commit. */
  void claim(int partition, BoundTool tool, Claim claim, Batch batch) {
    begin(add(partition, tool, claim), batch);
  }

  /** Takes over a claim that was found on assignment. */
  void recover(int partition, Takeover.Found found, Batch batch) {
    Claim claim = found.live().claim();
    Execution execution = add(partition, found.tool(), claim);
    execution.writtenAt(found.live().offset());
    if (calls.isRunning(claim.claimId())) {
      LOG.info("key={} is still running here after the rebalance", claim.key());
      slots.remove(execution);
      execution.moveTo(machine.adopt(execution), execution.next());
      slots.add(execution);
      execution.started();
      return;
    }
    if (claim.state() == Claim.State.PARKED) {
      begin(execution, batch);
      return;
    }
    LOG.info(
        "key={} claimId={} terms={} is in doubt: recovering as {}",
        claim.key(),
        claim.claimId(),
        claim.terms(),
        execution.policy().safety());
    apply(execution, machine.takeOver(execution), batch);
  }

  /**
   * Applies what a handler thread brought back.
   *
   * @return whether the claim is still owned; if not, the result can only be evidence
   */
  boolean returned(Returned returned, Batch batch) {
    Execution execution = byKey.get(returned.claim().key().value());
    if (execution == null || !execution.claim().claimId().equals(returned.claim().claimId())) {
      return false;
    }
    execution.returned();
    Optional<Decision> decision =
        returned.match(
            result -> Optional.of(machine.onResult(execution, result.answer())),
            lookup -> Optional.of(machine.onLookup(execution, lookup.answer())),
            notCalled -> onNotCalled(execution, batch));
    decision.ifPresent(news -> apply(execution, news, batch));
    Settlement deferred = execution.takeDeferred();
    if (deferred != null) {
      settle(deferred, batch);
    }
    return true;
  }

  /** Goes on where it was; empty when there is nothing new to apply. */
  private Optional<Decision> onNotCalled(Execution execution, Batch batch) {
    if (execution.claim().state() == Claim.State.PARKED) {
      begin(execution, batch);
      return Optional.empty();
    }
    if (execution.next().awaitsSettlement()) {
      return Optional.of(machine.recover(execution));
    }
    schedule(execution);
    return Optional.empty();
  }

  /**
   * Applies a settlement, if it names a live claim in doubt. While a call of that claim runs, "not
   * executed" waits for its answer: the call may still have its effect.
   */
  void settle(Settlement settlement, Batch batch) {
    Execution execution = byKey.get(settlement.key().value());
    if (execution == null) {
      with.settlements().refused(settlement, SettlementObjection.NOT_OPEN, null);
      return;
    }
    if (execution.isRunning() && settlement.verdict() == Settlement.Verdict.NOT_EXECUTED) {
      execution.defer(settlement);
      with.settlements().deferred(settlement);
      return;
    }
    Optional<SettlementObjection> objection =
        ExecutionMachine.objection(execution.claim(), settlement, execution.doubtedAt());
    if (objection.isPresent()) {
      with.settlements().refused(settlement, objection.get(), execution);
      return;
    }
    machine
        .onSettlement(execution, settlement)
        .ifPresent(settled -> apply(execution, settled, batch));
    with.settlements().applied(settlement);
  }

  /**
   * The batch was committed: what waited for it may be scheduled.
   *
   * @param offsets where the claims stand that were written
   */
  void committed(Map<IdempotencyKey, Long> offsets) {
    for (Execution execution : afterCommit) {
      Long offset = offsets.get(execution.claim().key());
      if (offset != null) {
        execution.writtenAt(offset);
      }
      schedule(execution);
    }
    afterCommit.clear();
  }

  /**
   * Starts the steps that are due, as far as capacity and lease allow; the rest stays due. What
   * turns out to be too late goes into the batch instead.
   */
  void startDue(Batch batch) {
    Instant now = clock.instant();
    List<Execution> blocked = new ArrayList<>();
    @Nullable Execution execution = calls.capacity() > 0 ? agenda.poll(now) : null;
    while (execution != null) {
      if (isToolFull(execution)) {
        blocked.add(execution);
      } else {
        start(execution, now, batch);
      }
      execution = calls.capacity() > 0 ? agenda.poll(now) : null;
    }
    blocked.forEach(agenda::add);
  }

  /** Partitions of due steps; a stale lease must be renewed for them first. */
  void touchDue(Batch batch) {
    agenda.due(clock.instant()).forEach(execution -> batch.touch(execution.partition()));
  }

  boolean hasDue() {
    return agenda.isDue(clock.instant());
  }

  /** When the next step is due; null when none is. */
  @Nullable Instant nextDue() {
    return agenda.next();
  }

  /** Gives back, with the batch, the claims of which surely no call runs or is in doubt. */
  void park(Collection<Integer> partitions, Batch batch) {
    for (Execution execution : byKey.values()) {
      Claim claim = execution.claim();
      if (partitions.contains(execution.partition())
          && claim.state() == Claim.State.CLAIMED
          && (!execution.isRunning() || calls.cancel(claim.claimId()))) {
        batch.claim(execution.partition(), claim.parked());
      }
    }
  }

  void drop(Collection<Integer> partitions) {
    byKey.values().removeIf(execution -> partitions.contains(execution.partition()));
    agenda.drop(partitions);
    afterCommit.removeIf(execution -> partitions.contains(execution.partition()));
    slots.clear();
    byKey.values().forEach(slots::add);
  }

  /** How many new actions may be claimed now. */
  int capacity() {
    return Math.min(calls.capacity(), calls.maxInFlight() - slots.claimed());
  }

  /** Whether a tool may take one more action. */
  boolean hasCapacity(BoundTool tool) {
    return slots.hasRoom(tool.policy());
  }

  private Execution add(int partition, BoundTool tool, Claim claim) {
    Execution execution =
        new Execution(partition, tool, claim, new Next.AwaitSettlement(), clock.instant());
    byKey.put(claim.key().value(), execution);
    slots.add(execution);
    return execution;
  }

  /** The claim is written with the batch; its call starts after the commit. */
  private void begin(Execution execution, Batch batch) {
    Decision decision = machine.begin(execution);
    if (decision.isFinished()) {
      apply(execution, decision, batch);
      return;
    }
    move(execution, decision);
    batch.claim(execution.partition(), decision.claim());
    afterCommit.add(execution);
  }

  private void move(Execution execution, Decision decision) {
    slots.remove(execution);
    execution.moveTo(decision.claim(), decision.next());
    slots.add(execution);
  }

  private void apply(Execution execution, Decision decision, Batch batch) {
    boolean newTerms = !execution.claim().terms().equals(decision.claim().terms());
    move(execution, decision);
    OutcomeEvent outcome = decision.outcome();
    if (outcome != null) {
      batch.outcome(execution.partition(), outcome);
    }
    if (decision.isFinished()) {
      batch.release(execution.partition(), execution.claim().key());
      byKey.remove(execution.claim().key().value());
      slots.remove(execution);
      if (outcome != null) {
        with.endings().ended(execution.claim().claimId(), outcome.status());
      }
    } else if ((outcome != null || newTerms) && with.recall().fill(execution)) {
      batch.claim(execution.partition(), execution.claim());
      afterCommit.add(execution);
    } else {
      schedule(execution);
    }
  }

  /** Plans the next step; a claim that waits in doubt gives its arguments away until then. */
  private void schedule(Execution execution) {
    execution.slim();
    agenda.add(execution);
  }

  private void start(Execution execution, Instant now, Batch batch) {
    Optional<Decision> insteadOfTheCall =
        execution
            .next()
            .match(
                call -> startCall(execution, now),
                lookUp -> startLookUp(execution),
                await -> Optional.empty(),
                finished -> Optional.empty());
    insteadOfTheCall.ifPresent(decision -> apply(execution, decision, batch));
  }

  private Optional<Decision> startCall(Execution execution, Instant now) {
    Decision decision = machine.recheck(execution, now);
    if (decision.outcome() != null || !decision.next().isCallDue(now)) {
      return Optional.of(decision);
    }
    if (canCall(execution)) {
      execution.started();
      calls.execute(execution.claim(), execution.tool());
    }
    return Optional.empty();
  }

  private Optional<Decision> startLookUp(Execution execution) {
    if (canCall(execution)) {
      execution.started();
      calls.lookUp(execution.claim(), execution.tool());
    }
    return Optional.empty();
  }

  /** Without its arguments it can only wait for a person. */
  private boolean canCall(Execution execution) {
    boolean whole = with.recall().fill(execution);
    if (!whole) {
      execution.moveTo(execution.claim(), new Next.AwaitSettlement());
    }
    return whole;
  }

  private boolean isToolFull(Execution execution) {
    return calls.running(execution.tool().policy().action())
        >= execution.tool().policy().execution().maxInFlight();
  }
}
