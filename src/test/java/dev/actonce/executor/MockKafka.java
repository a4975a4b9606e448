package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Kafka's own mock clients for one worker that owns partition 0 of empty topics. */
final class MockKafka implements KafkaClients {
  static final TopicNames TOPICS = TopicNames.DEFAULT;

  MockConsumer<byte[], byte[]> member = new MockConsumer<>("none");
  MockProducer<byte[], byte[]> ledger = producer();
  final MockProducer<byte[], byte[]> evidence = producer();
  private final Codecs codecs = new Codecs();

  /** Offsets of claims that were read back. */
  final List<Long> recalled = new CopyOnWriteArrayList<>();

  private List<ProducerRecord<byte[], byte[]>> claims = List.of();
  private long nextOffset;
  private long nextSettlement;

  /** A worker has closed its clients; the next one gets others, which write anew. */
  void renew() {
    member = new MockConsumer<>("none");
    ledger = producer();
  }

  void assignAll() {
    member.rebalance(
        List.of(
            new TopicPartition(TOPICS.dispatch(), 0), new TopicPartition(TOPICS.settlements(), 0)));
  }

  void dispatch(ApprovedAction action) {
    dispatch(action.key().value().getBytes(UTF_8), codecs.actions().encode(action));
  }

  void dispatch(byte @Nullable [] key, byte @Nullable [] value) {
    member.addRecord(new ConsumerRecord<>(TOPICS.dispatch(), 0, nextOffset++, key, value));
  }

  void settle(Settlement settlement) {
    settle(settlement.key().value().getBytes(UTF_8), codecs.settlements().encode(settlement));
  }

  void settle(byte @Nullable [] key, byte @Nullable [] value) {
    member.addRecord(new ConsumerRecord<>(TOPICS.settlements(), 0, nextSettlement++, key, value));
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

  /** What the claims topic holds from now on; the next membership finds it. */
  void claimsHold(List<ProducerRecord<byte[], byte[]>> records) {
    claims = List.copyOf(records);
  }

  @Override
  public Consumer<byte[], byte[]> claimsReader() {
    MockConsumer<byte[], byte[]> reader = new MockConsumer<>("earliest");
    TopicPartition partition = new TopicPartition(TOPICS.claims(), 0);
    reader.updateBeginningOffsets(Map.of(partition, 0L));
    reader.updateEndOffsets(Map.of(partition, (long) claims.size()));
    reader.schedulePollTask(
        () -> {
          for (int offset = 0; offset < claims.size(); offset++) {
            ProducerRecord<byte[], byte[]> record = claims.get(offset);
            reader.addRecord(
                new ConsumerRecord<>(TOPICS.claims(), 0, offset, record.key(), record.value()));
          }
        });
    return reader;
  }

  /** Finds what {@link #claimsHold} gave, or else what the ledger wrote. */
  @Override
  public Consumer<byte[], byte[]> claimRecall() {
    MockConsumer<byte[], byte[]> reader =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized void seek(TopicPartition partition, long offset) {
            super.seek(partition, offset);
            recalled.add(offset);
            ProducerRecord<byte[], byte[]> found =
                (claims.isEmpty() ? MockKafka.this.committed(TOPICS.claims()) : claims)
                    .get((int) offset);
            schedulePollTask(
                () ->
                    addRecord(
                        new ConsumerRecord<>(
                            partition.topic(), 0, offset, found.key(), found.value())));
          }
        };
    reader.updateBeginningOffsets(
        Map.of(new TopicPartition(TOPICS.claims(), 0), 0L, new TopicPartition("none", 0), 0L));
    return reader;
  }

  @Override
  public long claimsEnd(TopicPartition partition) {
    return claims.size();
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
