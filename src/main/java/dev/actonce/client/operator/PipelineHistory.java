package dev.actonce.client.operator;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * All committed outcomes and settlements that the topics still have; for audits. Thread-safe. Opens
 * a connection per call, and ends with its {@link Operator}.
 */
public final class PipelineHistory {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CALL_LIMIT = Duration.ofSeconds(15);

  /** Longest time without any progress, such as behind an open transaction. */
  private static final Duration STALL_LIMIT = Duration.ofSeconds(60);

  private final Connection connection;

  PipelineHistory(Connection connection) {
    this.connection = connection;
  }

  /**
   * Tells all outcomes that are committed at the time of the call, each partition in its order.
   *
   * @param since tells only what was written from then on; null for all
   * @param events takes each outcome
   * @param unreadable takes the place {@code topic-partition@offset} and the reason of each record
   *     that is no outcome
   * @throws ActOnceException TIMED_OUT if nothing comes for a minute, BROKER_UNAVAILABLE,
   *     TOPIC_MISCONFIGURED
   */
  public void outcomes(
      @Nullable Instant since,
      Consumer<OutcomeEvent> events,
      BiConsumer<String, String> unreadable) {
    read(
        new Source<>(
            connection.topics().outcomes(), connection.codecs().outcomes(), events, unreadable),
        since);
  }

  /** Tells all settlements, whether they were applied or not, as {@link #outcomes}. */
  public void settlements(
      @Nullable Instant since,
      Consumer<Settlement> settlements,
      BiConsumer<String, String> unreadable) {
    read(
        new Source<>(
            connection.topics().settlements(),
            connection.codecs().settlements(),
            settlements,
            unreadable),
        since);
  }

  /** A topic, and who takes what is in it. */
  private record Source<T>(
      String topic, Codec<T> codec, Consumer<T> taker, BiConsumer<String, String> unreadable) {
    void tell(ConsumerRecord<byte[], byte[]> record) {
      String where = topic + "-" + record.partition() + "@" + record.offset();
      if (record.value() == null) {
        unreadable.accept(where, "no value");
        return;
      }
      T value;
      try {
        value = codec.decode(record.value(), record.headers());
      } catch (ActOnceException e) {
        if (e.code() != ErrorCode.UNDECODABLE) {
          throw e;
        }
        unreadable.accept(where, String.valueOf(e.getMessage()));
        return;
      }
      taker.accept(value);
    }
  }

  private void read(Source<?> source, @Nullable Instant since) {
    String topic = source.topic();
    try (KafkaConsumer<byte[], byte[]> consumer = connection.reader("history")) {
      Map<TopicPartition, Long> ends = assign(consumer, topic, since);
      long quietSince = System.nanoTime();
      while (!isRead(consumer, ends)) {
        int read = 0;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          read++;
          source.tell(record);
        }
        long now = System.nanoTime();
        quietSince = read > 0 ? now : quietSince;
        if (now - quietSince > STALL_LIMIT.toNanos()) {
          throw new ActOnceException(
              ErrorCode.TIMED_OUT,
              topic
                  + " gave nothing for "
                  + STALL_LIMIT
                  + " before its end; try again, and if it stays so ask 'actonce doctor'");
        }
      }
    } catch (KafkaException e) {
      throw connection.errors().translate("reading " + topic, e);
    }
  }

  /** Goes to the start; returns the ends, which are the last stable offsets. */
  private Map<TopicPartition, Long> assign(
      KafkaConsumer<byte[], byte[]> consumer, String topic, @Nullable Instant since) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic, CALL_LIMIT).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.TOPIC_MISCONFIGURED,
          topic + " does not exist; correct --topic-prefix, or create the topics");
    }
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, CALL_LIMIT);
    consumer.seekToBeginning(partitions);
    if (since != null) {
      Map<TopicPartition, Long> times = new HashMap<>();
      partitions.forEach(partition -> times.put(partition, since.toEpochMilli()));
      Map<TopicPartition, @Nullable OffsetAndTimestamp> starts =
          consumer.offsetsForTimes(times, CALL_LIMIT);
      for (TopicPartition partition : partitions) {
        OffsetAndTimestamp start = starts.get(partition);
        consumer.seek(partition, start == null ? end(ends, partition) : start.offset());
      }
    }
    return ends;
  }

  private static boolean isRead(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.keySet().stream()
        .allMatch(partition -> consumer.position(partition, CALL_LIMIT) >= end(ends, partition));
  }

  private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
    return Objects.requireNonNull(ends.get(partition), "Kafka answers for each partition");
  }
}
