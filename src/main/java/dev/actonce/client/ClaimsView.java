package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.Claim;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.wire.Codec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the committed live claims, with a consumer per call. The claims topic is compacted, so all
 * of it is read; a record that is no claim, such as an executor's position, is passed over.
 */
final class ClaimsView {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final String KEY_START = "v1.";

  private final String topic;
  private final Codec<Claim> codec;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Duration limit;

  ClaimsView(
      String topic,
      Codec<Claim> codec,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Duration limit) {
    this.topic = topic;
    this.codec = codec;
    this.consumers = consumers;
    this.limit = limit;
  }

  /** All live claims, in no order. */
  Collection<Claim> all() {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      return read(consumer, partitions(consumer)).values();
    }
  }

  /** The live claim of a key. */
  Optional<Claim> find(IdempotencyKey key) {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      int count = partitions(consumer).size();
      TopicPartition only =
          new TopicPartition(topic, new KeyPartitions(count).of(KeyPartitions.bytes(key)));
      return Optional.ofNullable(read(consumer, List.of(only)).get(key.value()));
    }
  }

  private List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer) {
    return consumer.partitionsFor(topic, limit).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  private Map<String, Claim> read(
      Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    long startNanos = System.nanoTime();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, limit);
    Map<String, Claim> live = new LinkedHashMap<>();
    for (TopicPartition partition : partitions) {
      long end = Objects.requireNonNull(ends.get(partition), "Kafka answers for each partition");
      while (consumer.position(partition, limit) < end) {
        if (System.nanoTime() - startNanos > limit.toNanos()) {
          throw new ActOnceException(
              ErrorCode.TIMED_OUT,
              "the claims were not read up to "
                  + partition
                  + "@"
                  + end
                  + " within "
                  + limit
                  + "; try again when the brokers are less busy");
        }
        consumer.poll(POLL).forEach(record -> apply(record, live));
      }
    }
    return live;
  }

  private void apply(ConsumerRecord<byte[], byte[]> record, Map<String, Claim> live) {
    String key = new String(record.key(), StandardCharsets.UTF_8);
    if (!key.startsWith(KEY_START)) {
      return;
    }
    if (record.value() == null) {
      live.remove(key);
    } else {
      live.put(key, decode(record));
    }
  }

  private Claim decode(ConsumerRecord<byte[], byte[]> record) {
    try {
      return codec.decode(record.value());
    } catch (ActOnceException e) {
      throw new ActOnceException(
          ErrorCode.UNDECODABLE,
          "the claim at %s-%d@%d is unreadable: %s; use the version of the executors"
              .formatted(topic, record.partition(), record.offset(), e.getMessage()),
          e);
    }
  }
}
