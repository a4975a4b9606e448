package dev.actonce.topology;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What a consumer has delivered and its thread has not committed yet, in bytes. Confined to the
 * stream thread.
 */
final class DeliveredBytes {
  private final Map<TopicPartition, Deque<Portion>> portions = new HashMap<>();
  private long total;

  /** What one poll delivered of a partition. */
  private record Portion(long lastOffset, long bytes) {}

  void delivered(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
    if (records.isEmpty()) {
      return;
    }
    long bytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      bytes += size(record.key()) + size(record.value());
    }
    long last = records.get(records.size() - 1).offset();
    portions.computeIfAbsent(partition, any -> new ArrayDeque<>()).add(new Portion(last, bytes));
    total += bytes;
  }

  /** Everything before an offset is committed, or about to be. */
  void committed(TopicPartition partition, long offset) {
    Deque<Portion> open = portions.get(partition);
    while (open != null && !open.isEmpty() && open.getFirst().lastOffset() < offset) {
      total -= open.removeFirst().bytes();
    }
  }

  /** Partitions that were lost, or are read again from elsewhere. */
  void forget(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      committed(partition, Long.MAX_VALUE);
      portions.remove(partition);
    }
  }

  boolean hasUncommitted(TopicPartition partition) {
    Deque<Portion> open = portions.get(partition);
    return open != null && !open.isEmpty();
  }

  long total() {
    return total;
  }

  private static int size(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
