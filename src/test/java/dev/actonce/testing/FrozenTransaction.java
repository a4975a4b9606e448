package dev.actonce.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A transaction with one record that its producer neither commits nor aborts, as a process leaves
 * it that froze or was cut off. It ends when the coordinator's timer or somebody's abort ends it.
 */
public final class FrozenTransaction implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;

  private FrozenTransaction(KafkaProducer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /**
   * Opens it; the record is on the broker after return.
   *
   * @param timeout after which the coordinator may abort it
   */
  public static FrozenTransaction open(
      String bootstrap, String transactionalId, Duration timeout, TopicPartition at, byte[] value) {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "transactional.id", transactionalId,
                "transaction.timeout.ms", Math.toIntExact(timeout.toMillis())),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    producer.beginTransaction();
    var unused =
        producer.send(
            new ProducerRecord<>(at.topic(), at.partition(), "frozen".getBytes(UTF_8), value));
    producer.flush();
    return new FrozenTransaction(producer);
  }

  /** Ends the client without a word to the coordinator. */
  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
