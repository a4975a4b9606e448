package dev.actonce.executor;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.DeadLetter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the next transaction writes. Claims and tombstones keep their order, so that the last one of
 * a key wins. Confined to the poll thread.
 */
final class Batch {

  /** Of all arguments together; some 8 MB in memory. */
  static final int LARGE_CHARS = 4 * 1024 * 1024;

  /** Claim of a key; null is the tombstone. */
  record ClaimWrite(int partition, IdempotencyKey key, @Nullable Claim claim) {}

  record OutcomeWrite(int partition, OutcomeEvent event) {}

  record PutAside(int partition, DeadLetter letter) {}

  private final List<ClaimWrite> claims = new ArrayList<>();
  private final List<OutcomeWrite> outcomes = new ArrayList<>();
  private final List<PutAside> deadLetters = new ArrayList<>();
  private final Set<Integer> partitions = new LinkedHashSet<>();
  private final List<Long> dispatchedAtMs = new ArrayList<>();
  private final List<Long> answeredAtNanos = new ArrayList<>();
  private long claimChars;

  void claim(int partition, Claim claim) {
    claims.add(new ClaimWrite(partition, claim.key(), claim));
    claimChars += claim.action().intent().arguments().length();
    partitions.add(partition);
  }

  void release(int partition, IdempotencyKey key) {
    claims.add(new ClaimWrite(partition, key, null));
    partitions.add(partition);
  }

  void outcome(int partition, OutcomeEvent event) {
    outcomes.add(new OutcomeWrite(partition, event));
    partitions.add(partition);
  }

  void putAside(int partition, DeadLetter letter) {
    deadLetters.add(new PutAside(partition, letter));
    partitions.add(partition);
  }

  /** Commits the position of a partition, if only to prove that it is still owned. */
  void touch(int partition) {
    partitions.add(partition);
  }

  List<ClaimWrite> claims() {
    return claims;
  }

  List<OutcomeWrite> outcomes() {
    return outcomes;
  }

  List<PutAside> deadLetters() {
    return deadLetters;
  }

  Set<Integer> partitions() {
    return partitions;
  }

  /** One of its claims is of an action that was dispatched at this time. */
  void claimedOf(long appendedAtMs) {
    dispatchedAtMs.add(appendedAtMs);
  }

  /** One of its outcomes is of a call that returned at this monotonic time. */
  void answerOf(long returnedAtNanos) {
    answeredAtNanos.add(returnedAtNanos);
  }

  List<Long> dispatchedAtMs() {
    return dispatchedAtMs;
  }

  List<Long> answeredAtNanos() {
    return answeredAtNanos;
  }

  /** As listeners are told. */
  ExecutorListener.Commit toCommit() {
    return new ExecutorListener.Commit(
        claims.stream().flatMap(write -> Stream.ofNullable(write.claim())).toList(),
        outcomes.stream().map(OutcomeWrite::event).toList(),
        deadLetters.size());
  }

  /** Whether its claims hold so much that it should be committed before there are more. */
  boolean isLarge() {
    return claimChars > LARGE_CHARS;
  }

  boolean isEmpty() {
    return partitions.isEmpty();
  }
}
