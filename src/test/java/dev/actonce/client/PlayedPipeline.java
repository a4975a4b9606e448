package dev.actonce.client;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.SharedBroker;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** All topics of a pipeline, whose gate and executor are played by the test. */
final class PlayedPipeline implements AutoCloseable {
  static final int PARTITIONS = 12;
  static final Catalog CATALOG =
      Catalog.parse("tools: { charge_card: { safety: unsafe } }", "tools.yaml");

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final KafkaConfig kafka = SharedBroker.kafka("played");
  private final TopicNames topics = new TopicNames(kafka.topicPrefix());
  private final ClientSettings settings = new ClientSettings(kafka);
  private final Codecs codecs = new Codecs();
  private final KafkaProducer<byte[], byte[]> producer;

  PlayedPipeline() {
    try (TopicProvisioner provisioner = TopicProvisioner.open(settings)) {
      provisioner.create(PARTITIONS, 1);
    }
    producer = new KafkaProducer<>(settings.settlementProducer("played"));
  }

  /** A client with the catalog and a tenant. */
  ActOnceClient.Builder client() {
    return clientWithoutCatalog().catalog(CATALOG);
  }

  ActOnceClient.Builder clientWithoutCatalog() {
    return ActOnceClient.builder()
        .bootstrapServers(kafka.bootstrapServers())
        .topicPrefix(kafka.topicPrefix())
        .tenant("acme");
  }

  /** Writes an event as the gate and executors do: under its key, else its requestId. */
  void tell(OutcomeEvent event) throws Exception {
    IdempotencyKey key = event.key();
    tell(key == null ? event.about().requestId() : key.value(), codecs.outcomes().encode(event));
  }

  /** Writes an event as gate and executors do for the publish that it answers: with its hash. */
  void answer(OutcomeEvent event) throws Exception {
    ActionIntent intent = committed(event.about().requestId());
    tell(Events.with(ReplyHash.ofNullable(intent.replyToken()), event));
  }

  void tell(String recordKey, byte @Nullable [] value) throws Exception {
    producer
        .send(new ProducerRecord<>(topics.outcomes(), bytes(recordKey), value))
        .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Writes many events; returns when all are committed. */
  void tellAll(List<OutcomeEvent> events) {
    for (OutcomeEvent event : events) {
      var unused = // The flush waits for it.
          producer.send(
              new ProducerRecord<>(
                  topics.outcomes(),
                  bytes(String.valueOf(event.key())),
                  codecs.outcomes().encode(event)));
    }
    producer.flush();
  }

  /** The intent of a publish, from the partition of its key. */
  ActionIntent committed(IdempotencyKey key, String requestId) {
    return committed(
        List.of(new TopicPartition(topics.intents(), partitionOf(key.value()))), requestId);
  }

  /** The intent of a publish, wherever it is. */
  ActionIntent committed(String requestId) {
    return committed(
        IntStream.range(0, PARTITIONS)
            .mapToObj(number -> new TopicPartition(topics.intents(), number))
            .toList(),
        requestId);
  }

  private ActionIntent committed(List<TopicPartition> partitions, String requestId) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings.assignedReader("played"))) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long deadline = System.nanoTime() + TIMEOUT.toNanos();
      while (System.nanoTime() < deadline) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          ActionIntent intent = codecs.intents().decode(record.value());
          if (intent.requestId().equals(requestId)) {
            return intent;
          }
        }
      }
    }
    throw new AssertionError("no intent of requestId=" + requestId + " on " + partitions);
  }

  static int partitionOf(String recordKey) {
    return Utils.toPositive(Utils.murmur2(bytes(recordKey))) % PARTITIONS;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    producer.close();
  }
}
