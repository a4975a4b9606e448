package dev.actonce.core.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The broker: all partitions, and the transactions that were accepted but are not visible yet. */
final class Topics {
  private final List<Partition> partitions =
      IntStream.range(0, Bounds.PARTITIONS).mapToObj(Partition::new).toList();
  private final List<Transaction> pending = new ArrayList<>();
  private final Timeline time;
  private final Checker checker;
  private final Mutant mutant;

  Topics(Timeline time, Checker checker, Mutant mutant) {
    this.time = time;
    this.checker = checker;
    this.mutant = mutant;
  }

  List<Partition> partitions() {
    return partitions;
  }

  Timeline time() {
    return time;
  }

  Checker checker() {
    return checker;
  }

  boolean fences() {
    return mutant != Mutant.NO_FENCE;
  }

  boolean showsUncommittedDispatches() {
    return mutant == Mutant.DISPATCH_READ_UNCOMMITTED;
  }

  /** Accepted for good; it becomes visible later, or at once when someone asks for stable data. */
  void accept(Transaction transaction, long delayMs) {
    pending.add(transaction);
    time.afterMillis(delayMs, () -> complete(transaction));
  }

  /** What a reader of stable offsets waits for before it takes a partition over. */
  void settlePending() {
    if (mutant != Mutant.TAKEOVER_BEFORE_STABLE_OFFSET) {
      List.copyOf(pending).forEach(this::complete);
    }
  }

  boolean hasWork() {
    return !pending.isEmpty() || partitions.stream().anyMatch(Partition::hasWork);
  }

  /** What is left to do, for people. */
  String left() {
    return partitions.stream().filter(Partition::hasWork).map(Partition::toString).toList()
        + ", "
        + pending.size()
        + " transactions";
  }

  private void complete(Transaction transaction) {
    if (pending.remove(transaction)) {
      transaction.complete();
    }
  }
}
