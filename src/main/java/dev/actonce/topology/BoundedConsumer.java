package dev.actonce.topology;

import dev.actonce.kafka.OversizedRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A stream thread's consumer that delivers no more than its thread can hold, and passes the records
 * that a person named.
 *
 * <p>Streams bounds what it buffers by a number of records for each partition, which compressed
 * ones turn into any number of bytes. Here nothing is fetched while {@value #MAX_DELIVERED_BYTES}
 * bytes are delivered and not committed. For that, partitions are paused within a poll only, so
 * that Streams finds its own pauses as it left them. Confined to the stream thread.
 */
final class BoundedConsumer extends KafkaConsumer<byte[], byte[]> {
  /**
   * One poll may exceed it by {@link dev.actonce.kafka.ClientSettings#GATE_POLL_RECORDS} records.
   */
  static final long MAX_DELIVERED_BYTES = 32L * 1024 * 1024;

  private final DeliveredBytes delivered = new DeliveredBytes();
  private final SkippedRecords skips;
  private final FailedPolls failures;

  /** Paused for the running poll, and not by Streams. */
  private final Set<TopicPartition> held = new HashSet<>();

  private boolean polling;

  BoundedConsumer(Map<String, Object> config, SkippedRecords skips, FailedPolls failures) {
    super(
        config,
        new OversizedRecord.BoundedDeserializer(),
        new OversizedRecord.BoundedDeserializer());
    this.skips = skips;
    this.failures = failures;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    Map<TopicPartition, OffsetAndMetadata> passed = new HashMap<>();
    for (TopicPartition waiting : skips.pass(this, delivered, passed)) {
      hold(waiting);
    }
    if (delivered.total() >= MAX_DELIVERED_BYTES) {
      assignment().forEach(this::hold);
    }
    ConsumerRecords<byte[], byte[]> records;
    polling = true;
    try {
      records = failures.noting(this, () -> super.poll(timeout));
    } finally {
      polling = false;
      release();
    }
    for (TopicPartition partition : records.partitions()) {
      delivered.delivered(partition, records.records(partition));
    }
    return passed.isEmpty() ? records : with(records, passed);
  }

  /** Streams must not commit a position before a record that was passed. */
  private static ConsumerRecords<byte[], byte[]> with(
      ConsumerRecords<byte[], byte[]> records, Map<TopicPartition, OffsetAndMetadata> passed) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition = new HashMap<>();
    records.partitions().forEach(each -> byPartition.put(each, records.records(each)));
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(passed);
    next.putAll(records.nextOffsets());
    return new ConsumerRecords<>(byPartition, next);
  }

  /** Offsets are part of a transaction that is about to be committed. */
  void committing(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach((partition, offset) -> delivered.committed(partition, offset.offset()));
  }

  /** What it has delivered; for tests. */
  DeliveredBytes delivered() {
    return delivered;
  }

  private void hold(TopicPartition partition) {
    if (!super.paused().contains(partition)) {
      super.pause(List.of(partition));
      held.add(partition);
    }
  }

  private void release() {
    held.retainAll(assignment());
    super.resume(held);
    held.clear();
  }

  @Override
  public void pause(Collection<TopicPartition> partitions) {
    held.removeAll(partitions);
    super.pause(partitions);
  }

  /** What Streams resumes in a rebalance callback stays held to the end of the poll. */
  @Override
  public void resume(Collection<TopicPartition> partitions) {
    Set<TopicPartition> resumed = new HashSet<>(partitions);
    if (polling) {
      resumed.removeAll(held);
    }
    super.resume(resumed);
  }

  @Override
  public Set<TopicPartition> paused() {
    Set<TopicPartition> paused = new HashSet<>(super.paused());
    paused.removeAll(held);
    return paused;
  }

  @Override
  public void seek(TopicPartition partition, long offset) {
    delivered.forget(List.of(partition));
    super.seek(partition, offset);
  }

  @Override
  public void seek(TopicPartition partition, OffsetAndMetadata offset) {
    delivered.forget(List.of(partition));
    super.seek(partition, offset);
  }

  /** Streams does so with a partition that has no committed offset yet. */
  @Override
  public void seekToBeginning(Collection<TopicPartition> partitions) {
    delivered.forget(partitions);
    super.seekToBeginning(partitions);
  }

  @Override
  public void seekToEnd(Collection<TopicPartition> partitions) {
    delivered.forget(partitions);
    super.seekToEnd(partitions);
  }

  @Override
  public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
    super.subscribe(topics, new Rebalances(listener));
  }

  @Override
  public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
    super.subscribe(pattern, new Rebalances(listener));
  }

  /** Called within poll, on the stream thread. */
  private final class Rebalances implements ConsumerRebalanceListener {
    private final ConsumerRebalanceListener listener;

    Rebalances(ConsumerRebalanceListener listener) {
      this.listener = listener;
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      listener.onPartitionsRevoked(partitions);
      delivered.forget(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      listener.onPartitionsLost(partitions);
      delivered.forget(partitions);
    }

    /** Nothing of a partition with a record to be passed is fetched before that was looked at. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      listener.onPartitionsAssigned(partitions);
      partitions.stream().filter(skips::isPending).forEach(BoundedConsumer.this::hold);
    }
  }
}
