package dev.actonce.lab.bench;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.KeyPartitions;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codec;
import dev.actonce.wire.Codecs;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A pipeline as an agent sees it: intents go in, outcomes come out, both by plain Kafka clients
 * with the SDK's settings. Sends on one thread.
 */
final class PipelineLane implements Lane {
  private final String intents;
  private final Codec<ActionIntent> intentCodec;
  private final Codec<OutcomeEvent> outcomeCodec;
  private final BenchTraffic traffic;
  private final InstantSource clock;
  private final Producer<byte[], byte[]> producer;
  private final Feed feed;
  private volatile Flights flights = new Flights(1, Window.none(0));

  /**
   * @param partitions of the outcomes topic
   */
  PipelineLane(
      ClientSettings clients,
      Codecs codecs,
      int partitions,
      BenchTraffic traffic,
      InstantSource clock) {
    TopicNames names = new TopicNames(clients.config().topicPrefix());
    this.intents = names.intents();
    this.intentCodec = codecs.intents();
    this.outcomeCodec = codecs.outcomes();
    this.traffic = traffic;
    this.clock = clock;
    this.producer = LoadProducer.open(clients, "bench");
    List<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(names.outcomes(), partition))
            .toList();
    this.feed =
        Feed.start(
            new KafkaConsumer<>(clients.assignedReader("bench")), all, this::read, "bench-feed");
  }

  @Override
  public void landAt(Flights landing) {
    flights = landing;
    feed.landAt(landing);
  }

  @Override
  public void send(long flight) {
    ActionIntent intent = traffic.intent(traffic.next(), Long.toString(flight), clock.instant());
    Flights sentFrom = flights;
    var unused = // The callback tells the end.
        producer.send(
            new ProducerRecord<>(
                intents, KeyPartitions.bytes(key(intent)), intentCodec.encode(intent)),
            (metadata, error) -> {
              if (error != null) {
                sentFrom.fail(SendFailure.of(intents, error));
              }
            });
  }

  /** Bytes of a published intent: value without key. */
  int recordBytes() {
    return intentCodec.encode(traffic.intent(0, "0", clock.instant())).length;
  }

  private Feed.Landing read(ConsumerRecord<byte[], byte[]> record) {
    OutcomeEvent event = outcomeCodec.decode(record.value(), record.headers());
    return new Feed.Landing(Long.parseLong(event.about().requestId()), event.status());
  }

  private static IdempotencyKey key(ActionIntent intent) {
    return KeyDeriver.derive(intent, KeyPolicy.AUTO)
        .match(
            Derivation.Derived::key,
            none -> {
              throw new IllegalStateException(
                  "an intent with an id always has a key: " + intent.intentId());
            });
  }

  @Override
  public void flush() {
    producer.flush();
  }

  @Override
  public void close() {
    producer.close();
    feed.close();
  }
}
