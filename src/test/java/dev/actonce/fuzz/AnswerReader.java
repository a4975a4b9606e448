package dev.actonce.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads outcomes and dead letters into the accounts. Its reader is a thread of its own. */
final class AnswerReader implements AutoCloseable {
  private static final long CLOSE_MS = 10_000;
  private static final int FETCH_BYTES = 32 * 1024;
  private static final int FETCH_WAIT_MS = 30;

  private final TopicNames topics;
  private final Accounts accounts;
  private final Codecs codecs = new Codecs();
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread = new Thread(this::read, "fuzz-answers");
  private volatile Map<TopicPartition, Long> positions = Map.of();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private volatile boolean isClosed;

  AnswerReader(KafkaConfig kafka, Accounts accounts) {
    this.topics = new TopicNames(kafka.topicPrefix());
    this.accounts = accounts;
    Map<String, Object> settings = new HashMap<>(new ClientSettings(kafka).assignedReader("fuzz"));
    settings.put("fetch.min.bytes", FETCH_BYTES); // Else each answer costs the broker a request.
    settings.put("fetch.max.wait.ms", FETCH_WAIT_MS);
    consumer = new KafkaConsumer<>(settings);
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : List.of(topics.outcomes(), topics.deadLetters())) {
      for (int partition = 0; partition < FuzzedPipeline.PARTITIONS; partition++) {
        partitions.add(new TopicPartition(topic, partition));
      }
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    thread.setDaemon(true);
    thread.start();
  }

  /** How far it has read. */
  Map<TopicPartition, Long> positions() {
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("the reader of answers has failed", failed);
    }
    return positions;
  }

  private void read() {
    try (consumer) {
      while (!isClosed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
          if (record.topic().equals(topics.outcomes())) {
            outcome(record);
          } else {
            deadLetter(record);
          }
        }
        Map<TopicPartition, Long> read = new HashMap<>();
        consumer.assignment().forEach(each -> read.put(each, consumer.position(each)));
        positions = Map.copyOf(read);
      }
    } catch (RuntimeException e) {
      failure.set(e);
    }
  }

  /** What the run itself has forged names nobody who waits, or cannot be read. */
  private void outcome(ConsumerRecord<byte[], byte[]> record) {
    OutcomeEvent event;
    try {
      event =
          codecs
              .outcomes()
              .decode(record.value() == null ? new byte[0] : record.value(), record.headers());
    } catch (RuntimeException | StackOverflowError e) {
      return;
    }
    if (!HostileInternals.isForged(event)) {
      boolean isRefusal = event.status() == OutcomeStatus.REJECTED;
      accounts.outcome(
          event.about().requestId(),
          event.status().name(),
          isRefusal ? String.valueOf(event.answer().errorCode()) : "",
          System.nanoTime());
    }
  }

  private void deadLetter(ConsumerRecord<byte[], byte[]> record) {
    String topic = header(record, DeadLetter.TOPIC);
    String partition = header(record, DeadLetter.PARTITION);
    String offset = header(record, DeadLetter.OFFSET);
    String reason = header(record, DeadLetter.REASON);
    if (topic != null && partition != null && offset != null && reason != null) {
      TopicPartition place = new TopicPartition(topic, Integer.parseInt(partition));
      accounts.deadLetter(new Accounts.At(place, Long.parseLong(offset)), reason);
    }
  }

  private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
