package dev.actonce.lab.bench;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The least time that Kafka needs for three transactions that follow from each other: one record
 * each, committed, and seen by a read-committed consumer before the next one begins. Confined to
 * one thread.
 */
final class Floor implements AutoCloseable {
  private static final Duration SEEN = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(100);

  private final byte[] value;
  private final List<Step> steps = new ArrayList<>();

  /** One transaction and its reader. */
  private record Step(
      TopicPartition partition,
      Producer<byte[], byte[]> producer,
      Consumer<byte[], byte[]> consumer) {}

  /**
   * @param topics one for each transaction
   * @param recordBytes size of each value
   */
  Floor(ClientSettings clients, List<String> topics, int recordBytes) {
    this.value = new byte[recordBytes];
    Arrays.fill(value, (byte) 'a');
    for (String topic : topics) {
      steps.add(open(clients, topic));
    }
  }

  private static Step open(ClientSettings clients, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    Producer<byte[], byte[]> producer =
        new KafkaProducer<>(clients.transactionalProducer(topic, topic));
    producer.initTransactions();
    Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(clients.assignedReader(topic));
    consumer.assign(List.of(partition));
    consumer.seekToEnd(List.of(partition));
    consumer.position(partition);
    return new Step(partition, producer, consumer);
  }

  /**
   * Goes through all transactions again and again, first to warm up, then to measure.
   *
   * @throws ActOnceException TIMED_OUT if a record is not seen within 30 s
   */
  Percentiles measure(BenchSettings.Times times) {
    Window window = Window.after(System.nanoTime(), times);
    Latencies latencies = new Latencies();
    long begun = System.nanoTime();
    while (!window.isOver(begun)) {
      steps.forEach(this::go);
      long ended = System.nanoTime();
      if (window.contains(begun)) {
        latencies.record(ended - begun);
      }
      begun = ended;
      if (Thread.currentThread().isInterrupted()) {
        throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while measuring Kafka");
      }
    }
    return latencies.percentiles();
  }

  private void go(Step step) {
    step.producer().beginTransaction();
    var unused = // A failure fails the commit.
        step.producer()
            .send(
                new ProducerRecord<>(
                    step.partition().topic(), step.partition().partition(), null, value));
    step.producer().commitTransaction();
    long deadline = System.nanoTime() + SEEN.toNanos();
    while (step.consumer().poll(POLL).isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new ActOnceException(
            ErrorCode.TIMED_OUT,
            "a committed record of "
                + step.partition()
                + " was not seen within "
                + SEEN.toSeconds()
                + " s; look at the broker's health");
      }
    }
  }

  @Override
  public void close() {
    for (Step step : steps) {
      step.producer().close();
      step.consumer().close();
    }
  }
}
