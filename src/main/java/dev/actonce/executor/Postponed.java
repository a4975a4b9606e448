package dev.actonce.executor;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions whose next record cannot be read now, because a schema registry is away. They are
 * paused and read again from that record after a while; the executor goes on with the others and
 * keeps its membership, since leaving the group would put every running call in doubt. Confined to
 * the poll thread.
 */
final class Postponed {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final LongSupplier nanos;
  private final Map<TopicPartition, Long> dueNanos = new HashMap<>();

  Postponed(Consumer<byte[], byte[]> consumer, LongSupplier nanos) {
    this.consumer = consumer;
    this.nanos = nanos;
  }

  /** Whether a record is behind one that waits. */
  boolean holds(ConsumerRecord<byte[], byte[]> record) {
    return dueNanos.containsKey(partition(record));
  }

  /** Reads this record and those behind it later. */
  void hold(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = partition(record);
    consumer.seek(partition, record.offset());
    consumer.pause(List.of(partition));
    dueNanos.put(partition, nanos.getAsLong() + PAUSE.toNanos());
  }

  void resumeDue() {
    long now = nanos.getAsLong();
    List<TopicPartition> due =
        dueNanos.entrySet().stream()
            .filter(entry -> entry.getValue() - now <= 0)
            .map(Map.Entry::getKey)
            .toList();
    consumer.resume(due);
    drop(due);
  }

  /** They are no longer ours, or no longer held. */
  void drop(Collection<TopicPartition> partitions) {
    partitions.forEach(dueNanos::remove);
  }

  private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
    return new TopicPartition(record.topic(), record.partition());
  }
}
