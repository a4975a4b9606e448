package dev.actonce.core.simulation;

import dev.actonce.core.execution.Claim;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.InputPosition;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Several records and positions that become visible together or not at all. */
final class Transaction {
  private final Topics topics;
  private final Checker checker;
  private final BooleanSupplier isFenced;
  private final List<Runnable> writes = new ArrayList<>();

  Transaction(Topics topics, BooleanSupplier isFenced) {
    this.topics = topics;
    this.checker = topics.checker();
    this.isFenced = isFenced;
  }

  void verdict(Partition partition, Partition.Source source, Arrival arrival, Verdict verdict) {
    Instant at = topics.time().now();
    boolean isShownEarly = topics.showsUncommittedDispatches() && verdict.dispatch() != null;
    if (isShownEarly) {
      partition.dispatch.add(verdict.dispatch());
    }
    writes.add(
        () -> {
          checker.decided(source, arrival, verdict);
          if (verdict.dispatch() != null && !isShownEarly) {
            partition.dispatch.add(verdict.dispatch());
          }
          if (verdict.outcome() != null) {
            partition.outcomes.add(new Partition.Told(verdict.outcome(), at));
            checker.told(verdict.outcome(), at);
          }
        });
  }

  void state(Partition partition, String key, KeyState state) {
    writes.add(() -> partition.states.put(key, state));
  }

  void reroute(Partition partition, Partition.Appended intent) {
    Instant at = topics.time().now();
    writes.add(() -> partition.rerouted.add(new Partition.Appended(intent.intent(), at)));
  }

  void outcome(Partition partition, OutcomeEvent outcome) {
    Instant at = topics.time().now();
    writes.add(
        () -> {
          partition.outcomes.add(new Partition.Told(outcome, at));
          checker.told(outcome, at);
        });
  }

  void claim(Partition partition, Claim claim) {
    writes.add(() -> checker.claimed(partition.claims.put(claim.key().value(), claim), claim));
  }

  void release(Partition partition, Claim claim) {
    writes.add(() -> checker.released(partition.claims.remove(claim.key().value())));
  }

  void workedOff(Partition partition, Partition.Input input, InputPosition position) {
    writes.add(() -> partition.workedOff.put(input, position));
  }

  void gateRead(Partition partition, Partition.GatePosition position) {
    writes.add(() -> partition.gateRead = position);
  }

  void executorRead(Partition partition, Partition.ExecutorPosition position) {
    writes.add(() -> partition.executorRead = position);
  }

  /**
   * Commits.
   *
   * @param delayMs how long after its acceptance it becomes visible
   * @param done run once it is visible
   * @return false when a later producer has fenced this one, so that nothing was written
   */
  boolean commit(long delayMs, Runnable done) {
    if (topics.fences() && isFenced.getAsBoolean()) {
      topics.time().coverage().reached(Landmark.COMMIT_FENCED);
      return false;
    }
    writes.add(done);
    if (delayMs == 0) {
      complete();
    } else {
      topics.accept(this, delayMs);
    }
    return true;
  }

  void complete() {
    List<Runnable> all = List.copyOf(writes);
    writes.clear();
    all.forEach(Runnable::run);
  }
}
