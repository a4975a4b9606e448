package dev.actonce.executor;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The owned partitions: what was read and not yet claimed, and the positions to commit. Confined to
 * the poll thread.
 */
final class Assignment {
  private final String dispatch;
  private final String settlements;
  private final Set<Integer> owned = new HashSet<>();
  private final Map<Integer, Deque<ConsumerRecord<byte[], byte[]>>> unclaimed = new HashMap<>();
  private final Map<Integer, Long> dispatchPositions = new HashMap<>();
  private final Map<Integer, Long> settlementPositions = new HashMap<>();

  Assignment(String dispatch, String settlements) {
    this.dispatch = dispatch;
    this.settlements = settlements;
  }

  void add(int partition, long dispatchPosition, long settlementPosition) {
    owned.add(partition);
    unclaimed.put(partition, new ArrayDeque<>());
    dispatchPositions.put(partition, dispatchPosition);
    settlementPositions.put(partition, settlementPosition);
  }

  void remove(Collection<Integer> partitions) {
    owned.removeAll(partitions);
    unclaimed.keySet().removeAll(partitions);
    dispatchPositions.keySet().removeAll(partitions);
    settlementPositions.keySet().removeAll(partitions);
  }

  Set<Integer> owned() {
    return Set.copyOf(owned);
  }

  /** How many records wait to be claimed. */
  int unclaimed() {
    return unclaimed.values().stream().mapToInt(Deque::size).sum();
  }

  void received(ConsumerRecord<byte[], byte[]> record) {
    queue(record.partition()).add(record);
  }

  /** The next record of a partition that may be claimed; they are claimed in order. */
  @Nullable ConsumerRecord<byte[], byte[]> peek(int partition) {
    return queue(partition).peek();
  }

  /** The next record is claimed, answered or put aside with the current batch. */
  void take(int partition) {
    ConsumerRecord<byte[], byte[]> record = queue(partition).remove();
    dispatchPositions.put(partition, record.offset() + 1);
  }

  void settled(ConsumerRecord<byte[], byte[]> record) {
    settlementPositions.put(record.partition(), record.offset() + 1);
  }

  boolean hasUnclaimed(int partition) {
    return !queue(partition).isEmpty();
  }

  /** Offsets that the transaction of a batch over these partitions carries. */
  Map<TopicPartition, OffsetAndMetadata> offsets(Collection<Integer> partitions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (int partition : partitions) {
      Long next = dispatchPositions.get(partition);
      Long nextSettlement = settlementPositions.get(partition);
      if (next != null && nextSettlement != null) {
        offsets.put(new TopicPartition(dispatch, partition), new OffsetAndMetadata(next));
        offsets.put(
            new TopicPartition(settlements, partition), new OffsetAndMetadata(nextSettlement));
      }
    }
    return offsets;
  }

  private Deque<ConsumerRecord<byte[], byte[]>> queue(int partition) {
    return unclaimed.computeIfAbsent(partition, p -> new ArrayDeque<>());
  }
}
