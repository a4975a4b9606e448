package dev.actonce.executor;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.ClaimsTable;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Writes a batch as one Kafka transaction: outcomes, claims, tombstones, dispatch positions and the
 * group's offsets, fenced by the group metadata (KIP-447). Confined to the poll thread.
 */
final class Ledger implements AutoCloseable {
  private final Producer<byte[], byte[]> producer;
  private final TopicNames topics;
  private final Codecs codecs;

  Ledger(Producer<byte[], byte[]> producer, TopicNames topics, Codecs codecs) {
    this.producer = producer;
    this.topics = topics;
    this.codecs = codecs;
  }

  /** Ends what an earlier instance of this id left open. */
  void open() {
    producer.initTransactions();
  }

  /**
   * Commits the batch.
   *
   * @return where the newest claim record of each key stands in its partition
   * @param offsets positions of the touched partitions, on dispatch and settlements
   * @throws org.apache.kafka.common.KafkaException when it was not, or may not have been, committed
   */
  Map<IdempotencyKey, Long> commit(
      Batch batch, Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    Map<IdempotencyKey, Future<RecordMetadata>> written = new HashMap<>();
    producer.beginTransaction();
    for (Batch.OutcomeWrite write : batch.outcomes()) {
      send(outcome(write));
    }
    for (Batch.ClaimWrite write : batch.claims()) {
      written.put(write.key(), producer.send(claim(write)));
    }
    for (Batch.PutAside aside : batch.deadLetters()) {
      send(deadLetter(aside.partition(), aside.letter()));
    }
    for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : offsets.entrySet()) {
      if (entry.getKey().topic().equals(topics.dispatch())) {
        send(
            new ProducerRecord<>(
                topics.claims(),
                entry.getKey().partition(),
                ClaimsTable.positionKey(),
                ClaimsTable.position(entry.getValue().offset())));
      }
    }
    producer.sendOffsetsToTransaction(offsets, group);
    producer.commitTransaction();
    return offsets(written);
  }

  private ProducerRecord<byte[], byte[]> claim(Batch.ClaimWrite write) {
    Claim claim = write.claim();
    if (claim != null && !claim.isWhole()) {
      throw new IllegalStateException(
          "key=" + claim.key() + " was to be written without its arguments");
    }
    return new ProducerRecord<>(
        topics.claims(),
        write.partition(),
        KeyPartitions.bytes(write.key()),
        claim == null ? null : codecs.claims().encode(claim));
  }

  /** After the commit every send is done, and has succeeded. */
  private static Map<IdempotencyKey, Long> offsets(
      Map<IdempotencyKey, Future<RecordMetadata>> written) {
    Map<IdempotencyKey, Long> offsets = new HashMap<>();
    written.forEach(
        (key, record) -> {
          try {
            offsets.put(key, record.get().offset());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The loop ends; the claim keeps its arguments.
          } catch (ExecutionException e) {
            throw new IllegalStateException("a committed record was not written, key=" + key, e);
          }
        });
    return offsets;
  }

  /** Figures of the producer. Thread-safe. */
  Map<MetricName, ? extends Metric> metrics() {
    return producer.metrics();
  }

  /** The commit throws what a send failed with. */
  @SuppressWarnings("FutureReturnValueIgnored")
  private void send(ProducerRecord<byte[], byte[]> record) {
    producer.send(record);
  }

  private ProducerRecord<byte[], byte[]> outcome(Batch.OutcomeWrite write) {
    OutcomeEvent event = write.event();
    IdempotencyKey key = event.key();
    String text = key == null ? event.about().requestId() : key.value();
    Headers headers = new RecordHeaders();
    byte[] value = codecs.outcomes().encode(event, headers);
    return new ProducerRecord<>(
        topics.outcomes(),
        write.partition(),
        null,
        text.getBytes(StandardCharsets.UTF_8),
        value,
        headers);
  }

  private ProducerRecord<byte[], byte[]> deadLetter(int partition, DeadLetter letter) {
    return new ProducerRecord<>(
        topics.deadLetters(), partition, null, letter.key(), letter.value(), letter.headers());
  }

  @Override
  public void close() {
    producer.close(java.time.Duration.ofSeconds(5));
  }
}
