package dev.actonce.lab.restore;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the committed records of a topic that come after its creation. Confined to the run's
 * thread.
 */
final class TopicReader<T> implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);

  private final String topic;
  private final Codec<T> codec;
  private final Consumer<T> sink;
  private final KafkaConsumer<byte[], byte[]> consumer;

  /**
   * @param sink takes each record
   */
  TopicReader(ClientSettings clients, String topic, Codec<T> codec, Consumer<T> sink) {
    this.topic = topic;
    this.codec = codec;
    this.sink = sink;
    this.consumer = new KafkaConsumer<>(clients.assignedReader("restore-" + topic));
    List<TopicPartition> all =
        IntStream.range(0, RestoreSettings.PARTITIONS)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .toList();
    consumer.assign(all);
    consumer.seekToEnd(all);
    all.forEach(consumer::position); // A seek is lazy; what comes from now on must be seen.
  }

  void poll() {
    consumer.poll(POLL).forEach(record -> sink.accept(codec.decode(record.value())));
  }

  /**
   * Reads until a condition over what was read holds.
   *
   * @throws ActOnceException TIMED_OUT if it does not in time
   */
  void readUntil(BooleanSupplier condition, String what, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new ActOnceException(
            ErrorCode.TIMED_OUT,
            "after " + limit.toSeconds() + " s " + topic + " still lacks " + what);
      }
      poll();
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
