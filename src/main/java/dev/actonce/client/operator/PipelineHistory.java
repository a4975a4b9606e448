package dev.actonce.client.operator;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.TopicScan;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * All committed outcomes and settlements that the topics still have; for audits. Thread-safe. Opens
 * a connection per call, and ends with its {@link Operator}.
 */
public final class PipelineHistory {
  /** Long stalls are such as behind an open transaction. */
  private static final TopicScan.Limits LIMITS =
      TopicScan.Limits.stall(Duration.ofSeconds(15), Duration.ofSeconds(60));

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
      TopicScan.of(consumer, topic, LIMITS).since(since).read(source::tell);
    } catch (KafkaException e) {
      throw connection.errors().translate("reading " + topic, e);
    }
  }
}
