package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's own mock clients for one worker that owns partition 0 of empty topics. */
final class MockKafka implements KafkaClients {
  static final TopicNames TOPICS = TopicNames.DEFAULT;

  final MockConsumer<byte[], byte[]> member = new MockConsumer<>("none");
  final MockProducer<byte[], byte[]> ledger = producer();
  final MockProducer<byte[], byte[]> evidence = producer();
  private final Codecs codecs = new Codecs();
  private long nextOffset;

  void assignAll() {
    member.rebalance(
        List.of(
            new TopicPartition(TOPICS.dispatch(), 0), new TopicPartition(TOPICS.settlements(), 0)));
  }

  void dispatch(ApprovedAction action) {
    member.addRecord(
        new ConsumerRecord<>(
            TOPICS.dispatch(),
            0,
            nextOffset++,
            action.key().value().getBytes(UTF_8),
            codecs.actions().encode(action)));
  }

  /** Committed records of a topic, in order. */
  List<ProducerRecord<byte[], byte[]>> committed(String topic) {
    return ledger.history().stream().filter(record -> record.topic().equals(topic)).toList();
  }

  List<OutcomeEvent> outcomes() {
    return committed(TOPICS.outcomes()).stream()
        .map(record -> codecs.outcomes().decode(record.value()))
        .toList();
  }

  /** Committed claims of a key, the last one first or last; a null value is its tombstone. */
  List<ProducerRecord<byte[], byte[]>> claims(ApprovedAction action) {
    return committed(TOPICS.claims()).stream()
        .filter(record -> new String(record.key(), UTF_8).equals(action.key().value()))
        .toList();
  }

  List<Settlement> settlements() {
    return evidence.history().stream()
        .map(record -> codecs.settlements().decode(record.value()))
        .toList();
  }

  @Override
  public Consumer<byte[], byte[]> member() {
    return member;
  }

  @Override
  public Consumer<byte[], byte[]> claimsReader() {
    MockConsumer<byte[], byte[]> reader = new MockConsumer<>("earliest");
    TopicPartition claims = new TopicPartition(TOPICS.claims(), 0);
    reader.updateBeginningOffsets(Map.of(claims, 0L));
    reader.updateEndOffsets(Map.of(claims, 0L));
    return reader;
  }

  @Override
  public long claimsEnd(TopicPartition claims) {
    return 0;
  }

  @Override
  public Producer<byte[], byte[]> ledger() {
    return ledger;
  }

  @Override
  public Producer<byte[], byte[]> evidence() {
    return evidence;
  }

  private static MockProducer<byte[], byte[]> producer() {
    return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
