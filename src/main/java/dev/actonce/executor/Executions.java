package dev.actonce.executor;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Decision;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.Next;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
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

  private record Step(Instant due, Execution execution, Next next) {}

  private final ExecutionMachine machine;
  private final Calls calls;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Map<String, Execution> byKey = new HashMap<>();
  private final Map<String, Integer> perTool = new HashMap<>();
  private final List<Execution> afterCommit = new ArrayList<>();
  private final PriorityQueue<Step> steps = new PriorityQueue<>(Comparator.comparing(Step::due));

  Executions(ExecutionMachine machine, Calls calls, InstantSource clock, RandomGenerator random) {
    this.machine = machine;
    this.calls = calls;
    this.clock = clock;
    this.random = random;
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
  void recover(int partition, BoundTool tool, Claim claim, Batch batch) {
    Execution execution = add(partition, tool, claim);
    if (calls.isRunning(claim.claimId())) {
      LOG.info("key={} is still running here after the rebalance", claim.key());
      execution.moveTo(machine.adopt(claim, execution.policy()), execution.next());
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
    Decision decision = machine.recover(claim, execution.policy(), clock.instant());
    execution.doubt(ExecutionMachine.doubtedAt(decision, clock.instant()));
    apply(execution, decision, batch);
  }

  /**
   * Applies what a handler thread brought back.
   *
   * @return whether the claim is still owned; if not, the result can only be evidence
   */
  boolean returned(Calls.Returned returned, Batch batch) {
    Execution execution = byKey.get(returned.claim().key().value());
    if (execution == null || !execution.claim().claimId().equals(returned.claim().claimId())) {
      return false;
    }
    execution.returned();
    Claim claim = execution.claim();
    if (returned instanceof Calls.Returned.Result result) {
      if (result.result() instanceof ActionResult.Unknown) {
        execution.doubt(clock.instant());
      }
      apply(
          execution,
          machine.onResult(
              claim, execution.policy(), result.result(), clock.instant(), random.nextDouble()),
          batch);
    } else if (returned instanceof Calls.Returned.Lookup lookup) {
      apply(
          execution,
          machine.onLookup(
              claim, execution.policy(), lookup.result(), clock.instant(), random.nextDouble()),
          batch);
    } else if (claim.state() == Claim.State.PARKED) {
      begin(execution, batch);
    } else if (execution.next() instanceof Next.AwaitSettlement) {
      apply(execution, machine.recover(claim, execution.policy(), clock.instant()), batch);
    } else {
      schedule(execution);
    }
    Settlement deferred = execution.takeDeferred();
    if (deferred != null) {
      LOG.info("key={}: deferred settlement {}", deferred.key(), settle(deferred, batch));
    }
    return true;
  }

  /**
   * Applies a settlement, if it names a live claim in doubt. While a call of that claim runs, "not
   * executed" waits for its answer: the call may still have its effect.
   */
  SettlementFate settle(Settlement settlement, Batch batch) {
    Execution execution = byKey.get(settlement.key().value());
    if (execution == null) {
      return SettlementFate.NOT_OPEN;
    }
    if (execution.isRunning() && settlement.verdict() == Settlement.Verdict.NOT_EXECUTED) {
      execution.defer(settlement);
      return SettlementFate.DEFERRED;
    }
    Optional<Decision> decision =
        machine.onSettlement(execution.claim(), settlement, execution.doubtedAt(), clock.instant());
    decision.ifPresent(settled -> apply(execution, settled, batch));
    return decision.isPresent() ? SettlementFate.APPLIED : SettlementFate.NOT_OPEN;
  }

  /** What became of a settlement. */
  enum SettlementFate {
    APPLIED,
    /** Waits for the answer of a running call. */
    DEFERRED,
    /** Changed nothing: no such claim is open and in doubt, or its doubt is a later one. */
    NOT_OPEN
  }

  /** The batch was committed: what waited for it may be scheduled. */
  void committed() {
    afterCommit.forEach(this::schedule);
    afterCommit.clear();
  }

  /**
   * Starts the steps that are due, as far as capacity and lease allow; the rest stays due. What
   * turns out to be too late goes into the batch instead.
   */
  void startDue(Batch batch) {
    Instant now = clock.instant();
    List<Step> blocked = new ArrayList<>();
    while (isDue(now) && calls.capacity() > 0) {
      Step step = steps.remove();
      if (isObsolete(step)) {
        continue;
      }
      if (isToolFull(step.execution())) {
        blocked.add(step);
      } else {
        start(step.execution(), now, batch);
      }
    }
    steps.addAll(blocked);
  }

  /** Partitions of due steps; a stale lease must be renewed for them first. */
  void touchDue(Batch batch) {
    Instant now = clock.instant();
    steps.stream()
        .filter(step -> !step.due().isAfter(now) && !isObsolete(step))
        .forEach(step -> batch.touch(step.execution().partition()));
  }

  boolean hasDue() {
    return isDue(clock.instant());
  }

  /** When the next step is due; null when none is. */
  @Nullable Instant nextDue() {
    Step first = steps.peek();
    return first == null ? null : first.due();
  }

  private int active(String action) {
    return perTool.getOrDefault(action, 0);
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
    steps.removeIf(step -> partitions.contains(step.execution().partition()));
    afterCommit.removeIf(execution -> partitions.contains(execution.partition()));
    perTool.clear();
    byKey.values().forEach(execution -> count(execution, 1));
  }

  /** How many new actions may be claimed now. */
  int capacity() {
    int claimed = perTool.values().stream().mapToInt(Integer::intValue).sum();
    return Math.min(calls.capacity(), calls.maxInFlight() - claimed);
  }

  /** Whether a tool may take one more action. */
  boolean hasCapacity(BoundTool tool) {
    return active(tool.policy().action()) < tool.policy().execution().maxInFlight();
  }

  private Execution add(int partition, BoundTool tool, Claim claim) {
    Execution execution =
        new Execution(partition, tool, claim, new Next.AwaitSettlement(), clock.instant());
    byKey.put(claim.key().value(), execution);
    count(execution, 1);
    return execution;
  }

  /** The claim is written with the batch; its call starts after the commit. */
  private void begin(Execution execution, Batch batch) {
    Decision decision = machine.begin(execution.claim(), execution.policy(), clock.instant());
    if (decision.isFinished()) {
      apply(execution, decision, batch);
      return;
    }
    count(execution, -1);
    execution.moveTo(decision.claim(), decision.next());
    count(execution, 1);
    batch.claim(execution.partition(), decision.claim());
    afterCommit.add(execution);
  }

  private void apply(Execution execution, Decision decision, Batch batch) {
    boolean newTerms = !execution.claim().terms().equals(decision.claim().terms());
    count(execution, -1);
    execution.moveTo(decision.claim(), decision.next());
    count(execution, 1);
    if (decision.outcome() != null) {
      batch.outcome(execution.partition(), decision.outcome());
    }
    if (decision.isFinished()) {
      batch.release(execution.partition(), execution.claim().key());
      byKey.remove(execution.claim().key().value());
      count(execution, -1);
    } else if (decision.outcome() != null || newTerms) {
      batch.claim(execution.partition(), execution.claim());
      afterCommit.add(execution);
    } else {
      schedule(execution);
    }
  }

  private void schedule(Execution execution) {
    if (execution.next() instanceof Next.Call call) {
      steps.add(new Step(call.notBefore(), execution, call));
    } else if (execution.next() instanceof Next.LookUp lookUp) {
      steps.add(new Step(lookUp.notBefore(), execution, lookUp));
    }
  }

  private void start(Execution execution, Instant now, Batch batch) {
    if (execution.next() instanceof Next.LookUp) {
      execution.started();
      calls.lookUp(execution.claim(), execution.tool());
      return;
    }
    Decision decision = machine.recheck(execution.claim(), execution.policy(), now);
    boolean mayCall =
        decision.outcome() == null
            && decision.next() instanceof Next.Call call
            && !call.notBefore().isAfter(now);
    if (mayCall) {
      execution.started();
      calls.execute(execution.claim(), execution.tool());
    } else {
      apply(execution, decision, batch);
    }
  }

  private boolean isDue(Instant now) {
    Step first = steps.peek();
    return first != null && !first.due().isAfter(now);
  }

  /** A settlement may have ended or moved what a step was planned for. */
  private boolean isObsolete(Step step) {
    return step.execution().isRunning()
        || byKey.get(step.execution().claim().key().value()) != step.execution()
        || step.execution().next() != step.next();
  }

  private boolean isToolFull(Execution execution) {
    return calls.running(execution.tool().policy().action())
        >= execution.tool().policy().execution().maxInFlight();
  }

  private void count(Execution execution, int by) {
    if (execution.claim().state() == Claim.State.CLAIMED) {
      perTool.merge(execution.tool().policy().action(), by, Integer::sum);
    }
  }
}
