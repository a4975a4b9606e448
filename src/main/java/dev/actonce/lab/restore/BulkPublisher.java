package dev.actonce.lab.restore;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Publishes orders in bulk, straight to the gate. Confined to the run's thread. */
final class BulkPublisher implements AutoCloseable {
  private static final int LINGER_MS = 5;
  private static final int BATCH_BYTES = 64 * 1024;

  private final String topic;
  private final Codec<ActionIntent> codec;
  private final Producer<byte[], byte[]> producer;

  BulkPublisher(ClientSettings clients, Codec<ActionIntent> codec) {
    this.codec = codec;
    Map<String, Object> settings = clients.agentProducer("restore");
    settings.put("linger.ms", LINGER_MS);
    settings.put("batch.size", BATCH_BYTES);
    producer = new KafkaProducer<>(settings);
    topic = new TopicNames(clients.config().topicPrefix()).intents();
  }

  /** Publishes orders and returns when the broker has them all. */
  void publish(IntStream orders, IntFunction<String> requestId) {
    List<Future<RecordMetadata>> sends =
        orders.mapToObj(number -> send(Orders.publish(number, requestId.apply(number)))).toList();
    producer.flush();
    try {
      for (Future<RecordMetadata> send : sends) {
        send.get();
      }
    } catch (ExecutionException e) {
      throw new ActOnceException(
          ErrorCode.BROKER_UNAVAILABLE, "an intent was not published: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while publishing", e);
    }
  }

  private Future<RecordMetadata> send(ActionIntent intent) {
    byte[] key = KeyPartitions.bytes(Orders.key(intent));
    return producer.send(new ProducerRecord<>(topic, key, codec.encode(intent)));
  }

  @Override
  public void close() {
    producer.close();
  }
}
