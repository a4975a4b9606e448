package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicScan;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the newest event of a key by reading its partition from the end, chunk by chunk, with a
 * consumer per call. Thread-safe.
 */
final class StatusReader {
  /**
   * How long and in which steps one status is searched for.
   *
   * @param limit longest search
   * @param chunkRecords offsets per chunk
   */
  record Bounds(Duration limit, int chunkRecords) {
    static final Bounds DEFAULT = new Bounds(Duration.ofSeconds(10), 5_000);
  }

  private static final Logger LOG = LoggerFactory.getLogger(StatusReader.class);

  private final OutcomeTopic topic;
  private final Codec<OutcomeEvent> codec;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Bounds bounds;
  private final LongSupplier nanoClock;

  StatusReader(
      OutcomeTopic topic,
      Codec<OutcomeEvent> codec,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Bounds bounds,
      LongSupplier nanoClock) {
    this.topic = topic;
    this.codec = codec;
    this.consumers = consumers;
    this.bounds = bounds;
    this.nanoClock = nanoClock;
  }

  /** One search. Confined to the calling thread. */
  private final class Search {
    private final Consumer<byte[], byte[]> consumer;
    private final IdempotencyKey key;
    private final byte[] keyBytes;
    private final TopicPartition partition;
    private final long startNanos = nanoClock.getAsLong();
    private long skipped;

    Search(Consumer<byte[], byte[]> consumer, IdempotencyKey key) {
      this.consumer = consumer;
      this.key = key;
      this.keyBytes = KeyPartitions.bytes(key);
      this.partition = topic.partition(topic.partitionOf(key));
    }

    /**
     * Stops at the newest chunk with an end. An answer such as IN_PROGRESS may have been written a
     * moment after the end, so one more chunk is read then.
     */
    @Nullable OutcomeEvent newest() {
      List<TopicPartition> partitions = List.of(partition);
      long first = offset(consumer.beginningOffsets(partitions, remaining(0)).get(partition));
      long to = offset(consumer.endOffsets(partitions, remaining(0)).get(partition));
      OutcomeEvent newest = null;
      while (to > first) {
        long from = Math.max(first, to - bounds.chunkRecords());
        boolean lastChunk = newest != null;
        newest = prevailing(newestIn(from, to), newest);
        if (lastChunk || (newest != null && newest.status().isFinal())) {
          return newest;
        }
        to = from;
      }
      return newest;
    }

    private @Nullable OutcomeEvent newestIn(long from, long to) {
      AtomicReference<@Nullable OutcomeEvent> newest = new AtomicReference<>();
      TopicScan.of(consumer, List.of(partition), TopicScan.Limits.total(remaining(from)))
          .from(Map.of(partition, from))
          .to(Map.of(partition, to))
          .failing(ErrorCode.TIMED_OUT, notFound(from))
          .read(
              record -> {
                if (record.offset() < to && Arrays.equals(record.key(), keyBytes)) {
                  newest.set(prevailing(newest.get(), spoken(record)));
                }
              });
      return newest.get();
    }

    private @Nullable OutcomeEvent spoken(ConsumerRecord<byte[], byte[]> record) {
      if (record.value() == null) {
        return null; // Nobody of ours writes such a record.
      }
      try {
        OutcomeEvent event = codec.decode(record.value(), record.headers());
        return Admission.isAboutAction(event) && key.equals(event.key()) ? event : null;
      } catch (ActOnceException e) {
        if (e.code() != ErrorCode.UNDECODABLE) {
          throw e;
        }
        skipped++;
        if (Long.bitCount(skipped) == 1) { // The first, the second, the fourth, and so on.
          LOG.warn(
              "outcome {}@{} is skipped, {} so far: {}",
              partition,
              record.offset(),
              skipped,
              e.getMessage());
        }
        return null;
      }
    }

    private Duration remaining(long reached) {
      Duration left = bounds.limit().minusNanos(nanoClock.getAsLong() - startNanos);
      if (left.isNegative() || left.isZero()) {
        throw new ActOnceException(ErrorCode.TIMED_OUT, notFound(reached));
      }
      return left;
    }

    private String notFound(long reached) {
      return "no outcome of key=%s was found within %s by reading %s from its end back to offset %d;"
              .formatted(key, bounds.limit(), partition, reached)
          + " an older one may exist. Publish the same intent again: it is safe and is answered at"
          + " once";
    }
  }

  /**
   * What is known of a key.
   *
   * @throws ActOnceException TIMED_OUT if the partition is too long to be searched in time
   */
  Latest read(IdempotencyKey key) {
    topic.discover(bounds.limit());
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      OutcomeEvent newest = new Search(consumer, key).newest();
      return newest == null ? Latest.NOTHING_KNOWN : Latest.of(newest);
    }
  }

  private static @Nullable OutcomeEvent prevailing(
      @Nullable OutcomeEvent older, @Nullable OutcomeEvent newer) {
    if (older == null || newer == null) {
      return older == null ? newer : older;
    }
    return Admission.prevailing(older, newer);
  }

  private static long offset(@Nullable Long offset) {
    return Objects.requireNonNull(offset, "Kafka answers for each partition it is asked for");
  }
}
