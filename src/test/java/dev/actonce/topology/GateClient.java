package dev.actonce.topology;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Agents and executors of a test, on a real broker. Confined to the test thread. */
final class GateClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(120);

  final TopicNames names;
  private final ClientSettings settings;
  private final int partitions;
  private final Producer<byte[], byte[]> producer;
  private final List<Future<RecordMetadata>> sends = new ArrayList<>();

  GateClient(KafkaConfig config, int partitions) {
    this.names = new TopicNames(config.topicPrefix());
    this.settings = new ClientSettings(config);
    this.partitions = partitions;
    this.producer = new KafkaProducer<>(settings.agentProducer("test"));
  }

  /** Publishes as our own client does, and waits for the broker. */
  void publish(ActionIntent intent) {
    publishSoon(intent);
    flush();
  }

  /** Publishes; {@link #flush} waits for the broker. */
  void publishSoon(ActionIntent intent) {
    sends.add(
        producer.send(
            new ProducerRecord<>(
                names.intents(),
                KeyPartitions.bytes(GateHarness.key(intent)),
                GateHarness.CODECS.intents().encode(intent))));
  }

  /** Publishes as a foreign client does. */
  void publishRaw(@Nullable Integer partition, @Nullable String key, byte[] value) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    await(producer.send(new ProducerRecord<>(names.intents(), partition, keyBytes, value)));
  }

  void finish(ApprovedAction action, OutcomeStatus status) {
    finishSoon(action.key(), GateHarness.executed(action, status, Instant.now()));
    flush();
  }

  /** Writes an executor's outcome; {@link #flush} waits for the broker. */
  void finishSoon(IdempotencyKey key, OutcomeEvent event) {
    sends.add(
        producer.send(
            new ProducerRecord<>(
                names.outcomes(),
                KeyPartitions.bytes(key),
                GateHarness.CODECS.outcomes().encode(event))));
  }

  Reader reader(String topic) {
    return new Reader(topic);
  }

  void flush() {
    producer.flush();
    sends.forEach(GateClient::await);
    sends.clear();
  }

  @Override
  public void close() {
    producer.close();
  }

  private static void await(Future<RecordMetadata> future) {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads all committed records of a topic from its beginning, and keeps them. */
  final class Reader implements AutoCloseable {
    private final Consumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    private Reader(String topic) {
      consumer = new KafkaConsumer<>(settings.assignedReader("test-" + topic));
      List<TopicPartition> all = new ArrayList<>();
      for (int i = 0; i < partitions; i++) {
        all.add(new TopicPartition(topic, i));
      }
      consumer.assign(all);
      consumer.seekToBeginning(all);
    }

    List<ConsumerRecord<byte[], byte[]>> poll() {
      List<ConsumerRecord<byte[], byte[]>> fresh = new ArrayList<>();
      consumer.poll(Duration.ofMillis(100)).forEach(fresh::add);
      records.addAll(fresh);
      return fresh;
    }

    /** Waits as long as records come; a slow machine only needs longer. */
    List<ConsumerRecord<byte[], byte[]>> awaitCount(int count) {
      while (records.size() < count) {
        Awaitility.await("record " + (records.size() + 1) + " of " + count)
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> !poll().isEmpty());
      }
      return records;
    }

    List<ApprovedAction> awaitActions(int count) {
      return awaitCount(count).stream()
          .map(record -> GateHarness.CODECS.actions().decode(record.value()))
          .toList();
    }

    List<OutcomeEvent> awaitOutcomes(int count) {
      return awaitCount(count).stream()
          .map(record -> GateHarness.CODECS.outcomes().decode(record.value()))
          .toList();
    }

    @Override
    public void close() {
      consumer.close();
    }
  }
}
