package dev.actonce.fuzz;

import dev.actonce.config.KafkaConfig;
import dev.actonce.fuzz.HostileRecord.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A client that respects none of our limits. Confined to one thread. */
final class HostileProducer implements AutoCloseable {
  private static final int ANY_BYTES = 64 * 1024 * 1024;

  private final Accounts accounts;
  private final KafkaProducer<byte[], byte[]> plain;
  private final KafkaProducer<byte[], byte[]> compressing;

  HostileProducer(KafkaConfig kafka, Accounts accounts) {
    this.accounts = accounts;
    plain = open(kafka, "none");
    compressing = open(kafka, "gzip");
  }

  private static KafkaProducer<byte[], byte[]> open(KafkaConfig kafka, String compression) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            kafka.bootstrapServers(),
            "compression.type",
            compression,
            "linger.ms",
            5,
            "batch.size",
            128 * 1024,
            "max.request.size",
            ANY_BYTES,
            "buffer.memory",
            ANY_BYTES);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  void send(HostileRecord record) {
    Accounts.Open sending = accounts.sending(record, System.nanoTime());
    var unused =
        (record.kind() == Kind.INFLATING ? compressing : plain)
            .send(
                record.wire(),
                (sent, error) -> {
                  if (error == null) {
                    TopicPartition place = new TopicPartition(sent.topic(), sent.partition());
                    accounts.acknowledged(sending, new Accounts.At(place, sent.offset()));
                  } else {
                    accounts.refusedByBroker(sending);
                  }
                });
  }

  /** Writes what nobody answers, and waits until the broker has it. */
  void write(List<ProducerRecord<byte[], byte[]>> records)
      throws InterruptedException, ExecutionException {
    List<Future<RecordMetadata>> sent = records.stream().map(plain::send).toList();
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }

  void flush() {
    plain.flush();
    compressing.flush();
  }

  @Override
  public void close() {
    plain.close(Duration.ofSeconds(5));
    compressing.close(Duration.ofSeconds(5));
  }
}
