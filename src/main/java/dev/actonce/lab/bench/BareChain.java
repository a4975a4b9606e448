package dev.actonce.lab.bench;

import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Kafka alone, as far as a pipeline of this shape can go: three {@linkplain Hop hops} behind each
 * other, no logic, no state, records of the intents' size. Fed and read like the pipeline.
 */
final class BareChain implements Lane {
  static final int HOPS = 3;

  private static final int KEY_BYTES = 46;

  private final String first;
  private final byte[] template;
  private final Producer<byte[], byte[]> producer;
  private final List<Hop> hops = new ArrayList<>();
  private final Feed feed;
  private volatile Flights flights = new Flights(1, Window.none(0));

  /**
   * @param topics one more than there are hops, each with as many partitions
   * @param recordBytes size of each value
   */
  BareChain(ClientSettings clients, List<String> topics, int partitions, int recordBytes) {
    this.first = topics.get(0);
    this.template = new byte[Math.max(Long.BYTES, recordBytes)];
    new SplittableRandom(1).nextBytes(template);
    this.producer = LoadProducer.open(clients, "bench-chain");
    String last = topics.get(HOPS);
    this.feed =
        Feed.start(
            new KafkaConsumer<>(clients.assignedReader("bench-chain")),
            IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(last, partition))
                .toList(),
            BareChain::read,
            "bench-chain-feed");
    for (int i = 0; i < HOPS; i++) {
      hops.add(Hop.start(clients, topics.get(i), topics.get(i + 1)));
    }
  }

  @Override
  public void landAt(Flights landing) {
    flights = landing;
    feed.landAt(landing);
  }

  @Override
  public void send(long flight) {
    hops.forEach(Hop::requireRunning);
    byte[] value = template.clone();
    ByteBuffer.wrap(value).putLong(flight);
    Flights sentFrom = flights;
    var unused = // The callback tells the end.
        producer.send(
            new ProducerRecord<>(first, key(flight), value),
            (metadata, error) -> {
              if (error != null) {
                sentFrom.fail(SendFailure.of(first, error));
              }
            });
  }

  /** As long as an idempotency key; spread over the partitions as these are. */
  private static byte[] key(long flight) {
    byte[] key = new byte[KEY_BYTES];
    Arrays.fill(key, (byte) '0');
    byte[] digits = Long.toString(flight).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, key, KEY_BYTES - digits.length, digits.length);
    return key;
  }

  private static Feed.Landing read(ConsumerRecord<byte[], byte[]> record) {
    return new Feed.Landing(ByteBuffer.wrap(record.value()).getLong(), OutcomeStatus.SUCCEEDED);
  }

  @Override
  public void flush() {
    producer.flush();
  }

  @Override
  public void close() {
    producer.close();
    hops.forEach(Hop::close);
    feed.close();
  }
}
