package dev.actonce.lab.bench;

import dev.actonce.kafka.ClientSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Copies records from topic to topic exactly once, as KIP-447 has it: read committed, write and
 * commit offsets in one transaction. Commits when there is nothing more to read, and every 100 ms
 * under load, which is what Kafka Streams does by default. Runs on one thread of its own.
 */
final class Hop implements AutoCloseable {
  private static final Duration IDLE_POLL = Duration.ofMillis(100);
  private static final long COMMIT_NANOS = Duration.ofMillis(100).toNanos();
  private static final int POLL_RECORDS = 500;
  private static final int LINGER_MS = 5;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  private final String from;
  private final String to;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final Map<TopicPartition, OffsetAndMetadata> read = new HashMap<>();
  private final Thread thread;
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private long begunNanos;
  private volatile boolean stopping;

  private Hop(ClientSettings clients, String from, String to) {
    this.from = from;
    this.to = to;
    Map<String, Object> settings = clients.executorConsumer(from + "-hop", from);
    settings.put("auto.offset.reset", "earliest");
    settings.put("max.poll.records", POLL_RECORDS);
    this.consumer = new KafkaConsumer<>(settings);
    Map<String, Object> writing = clients.transactionalProducer(from + "-hop", from);
    writing.put("linger.ms", LINGER_MS); // It sends while it reads, as the gate does.
    this.producer = new KafkaProducer<>(writing);
    this.thread = new Thread(this::run, "bench-hop-" + from);
  }

  /** Starts to copy. */
  static Hop start(ClientSettings clients, String from, String to) {
    Hop hop = new Hop(clients, from, to);
    hop.thread.start();
    return hop;
  }

  /**
   * Fails with what ended the copying.
   *
   * @throws RuntimeException if it has ended by itself
   */
  void requireRunning() {
    RuntimeException cause = failure.get();
    if (cause != null) {
      throw SendFailure.of(to, cause);
    }
  }

  private void run() {
    try (consumer;
        producer) {
      producer.initTransactions();
      consumer.subscribe(List.of(from));
      while (!stopping) {
        turn();
      }
    } catch (WakeupException e) {
      // Closed; an open transaction is aborted with the producer.
    } catch (RuntimeException e) { // The top of the thread: the sender tells it.
      failure.set(e);
    }
  }

  private void turn() {
    boolean open = !read.isEmpty();
    ConsumerRecords<byte[], byte[]> records = consumer.poll(open ? Duration.ZERO : IDLE_POLL);
    if (records.isEmpty()) {
      if (open) {
        commit();
      }
      return;
    }
    if (!open) {
      producer.beginTransaction();
      begunNanos = System.nanoTime();
    }
    for (ConsumerRecord<byte[], byte[]> record : records) {
      var unused = // A failure fails the commit.
          producer.send(new ProducerRecord<>(to, record.partition(), record.key(), record.value()));
    }
    read.putAll(records.nextOffsets());
    if (System.nanoTime() - begunNanos >= COMMIT_NANOS) {
      commit();
    }
  }

  private void commit() {
    producer.sendOffsetsToTransaction(read, consumer.groupMetadata());
    producer.commitTransaction();
    read.clear();
  }

  @Override
  public void close() {
    stopping = true;
    consumer.wakeup();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
