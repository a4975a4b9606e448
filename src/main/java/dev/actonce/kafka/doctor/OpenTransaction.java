package dev.actonce.kafka.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that is open in a partition.
 *
 * @param at the partition
 * @param startOffset its first record there
 * @param writer who writes it
 * @param coordinated what the transaction coordinator knows; empty if it knows of none
 */
record OpenTransaction(
    TopicPartition at, long startOffset, Writer writer, Optional<Coordinated> coordinated) {

  /**
   * A producer, as the leader of the partition knows it.
   *
   * @param coordinatorEpoch -1 if it never ended a transaction there
   * @param lastWroteAt append time of its last record there
   */
  record Writer(long producerId, int epoch, int coordinatorEpoch, Instant lastWroteAt) {}

  /**
   * The transaction, as its coordinator knows it.
   *
   * @param state as Kafka names it, such as {@code Ongoing}
   * @param startedAt empty if none runs
   */
  record Coordinated(
      String transactionalId, String state, Duration timeout, Optional<Instant> startedAt) {}

  /** {@code topic-partition@offset}, as the command takes it. */
  String place() {
    return at + "@" + startOffset;
  }
}
