package dev.actonce.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.actonce.core.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The number of partitions the topics were created with, as one keyed record in the cluster itself:
 * the compacted topic {@code <prefix>meta}. Kafka has no place for it in a topic's own settings.
 */
final class PartitionRecord {
  private static final byte[] KEY = "partitions".getBytes(UTF_8);
  private static final String CLIENT = "partition-record";

  private final ClientSettings settings;
  private final TopicPartition place;
  private final KafkaCalls calls;

  PartitionRecord(ClientSettings settings, TopicNames names, KafkaCalls calls) {
    this.settings = settings;
    this.place = new TopicPartition(names.meta(), 0);
    this.calls = calls;
  }

  /** Writes the count; it is on the brokers after return. */
  void write(int partitions) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            place.topic(), place.partition(), KEY, Integer.toString(partitions).getBytes(UTF_8));
    calls.call(
        () -> {
          try (KafkaProducer<byte[], byte[]> producer =
              new KafkaProducer<>(settings.settlementProducer(CLIENT))) {
            // flush() waits for the acknowledgement, and get() then tells whether it came.
            var sent = producer.send(record);
            producer.flush();
            return sent.get();
          } catch (ExecutionException e) {
            throw new KafkaException(e.getCause());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
          }
        });
  }

  /** The last count written; empty if there is none. The topic must exist. */
  OptionalInt read() {
    return calls.call(
        () -> {
          try (KafkaConsumer<byte[], byte[]> consumer =
              new KafkaConsumer<>(settings.assignedReader(CLIENT))) {
            return lastCount(consumer);
          }
        });
  }

  private OptionalInt lastCount(Consumer<byte[], byte[]> consumer) {
    AtomicReference<@Nullable Integer> last = new AtomicReference<>();
    TopicScan.of(consumer, List.of(place), TopicScan.Limits.total(calls.timeout()))
        .failing(ErrorCode.BROKER_UNAVAILABLE, "check that the brokers run, and try again")
        .read(
            record -> {
              if (Arrays.equals(record.key(), KEY) && record.value() != null) {
                last.set(Integer.parseInt(new String(record.value(), UTF_8)));
              }
            });
    Integer count = last.get();
    return count == null ? OptionalInt.empty() : OptionalInt.of(count);
  }
}
