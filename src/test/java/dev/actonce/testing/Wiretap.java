package dev.actonce.testing;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what a foreign client would, and reads everything that is committed to outcomes,
 * dispatch and dead letters since it was made. Its reader is a thread of its own.
 */
public final class Wiretap implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private final TopicNames topics;
  private final Codecs codecs;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Thread reader;
  private volatile boolean closed;
  private final AtomicInteger undecodable = new AtomicInteger();
  private final List<OutcomeEvent> outcomes = new CopyOnWriteArrayList<>();
  private final List<ApprovedAction> dispatched = new CopyOnWriteArrayList<>();
  private final List<ConsumerRecord<byte[], byte[]>> deadLetters = new CopyOnWriteArrayList<>();

  /** Of a pipeline in Avro single-object encoding. */
  public Wiretap(KafkaConfig kafka) {
    this(kafka, new Codecs());
  }

  /**
   * @param codecs write intents and settlements, and read outcomes; whoever made them closes them
   */
  public Wiretap(KafkaConfig kafka, Codecs codecs) {
    this.codecs = codecs;
    ClientSettings settings = new ClientSettings(kafka);
    topics = new TopicNames(kafka.topicPrefix());
    // A foreign client knows nothing of our SDK's limit.
    producer = new KafkaProducer<>(settings.settlementProducer("wiretap"));
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings.assignedReader("wiretap"));
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : List.of(topics.outcomes(), topics.dispatch(), topics.deadLetters())) {
      consumer
          .partitionsFor(topic)
          .forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    reader = new Thread(() -> read(consumer), "wiretap");
    reader.setDaemon(true);
    reader.start();
  }

  /** Publishes under a key; null is a client that sends none. */
  public void publish(@Nullable String key, ActionIntent intent) {
    send(topics.intents(), null, key, codecs.intents().encode(intent));
  }

  /** Plays the gate. */
  public void dispatch(ApprovedAction action) {
    send(topics.dispatch(), null, action.key().value(), codecs.actions().encode(action));
  }

  /** Sends any bytes to any topic. */
  public void sendTo(String topic, String key, byte[] value) {
    send(topic, null, key, value);
  }

  /** Sends a record without a value to any topic. */
  public void sendNull(String topic, String key) {
    send(topic, null, key, null);
  }

  public void settle(Settlement settlement) {
    send(
        topics.settlements(),
        null,
        settlement.key().value(),
        codecs.settlements().encode(settlement));
  }

  /** Sends any bytes and headers to any topic. */
  public void send(String topic, String key, byte[] value, Headers headers) {
    await(new ProducerRecord<>(topic, null, key.getBytes(StandardCharsets.UTF_8), value, headers));
  }

  /** Sends any bytes as an intent. */
  public void sendRaw(@Nullable Integer partition, @Nullable String key, byte @Nullable [] value) {
    send(topics.intents(), partition, key, value);
  }

  private void send(
      String topic, @Nullable Integer partition, @Nullable String key, byte @Nullable [] value) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    await(new ProducerRecord<>(topic, partition, keyBytes, value));
  }

  private void await(ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(record).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  public List<OutcomeEvent> outcomes() {
    return List.copyOf(outcomes);
  }

  /** What a publish was told, in order. */
  public List<OutcomeStatus> told(String requestId) {
    return outcomes.stream()
        .filter(event -> event.about().requestId().equals(requestId))
        .map(OutcomeEvent::status)
        .toList();
  }

  public List<OutcomeEvent> outcomesOf(String requestId) {
    return outcomes.stream().filter(event -> event.about().requestId().equals(requestId)).toList();
  }

  /** Waits for the final outcome of a publish, for 60 s at most. */
  public OutcomeEvent awaitFinal(String requestId) {
    return awaitOutcome(requestId, event -> event.status().isFinal());
  }

  /** Waits for an outcome that a publish is told, for 60 s at most. */
  public OutcomeEvent awaitOutcome(String requestId, Predicate<OutcomeEvent> wanted) {
    return Awaitility.await("outcome of " + requestId)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> outcomesOf(requestId).stream().filter(wanted).findFirst(), Optional::isPresent)
        .orElseThrow();
  }

  public List<ApprovedAction> dispatched() {
    return List.copyOf(dispatched);
  }

  /** Dispatch records by key and generation. */
  public Map<String, Long> dispatchCounts() {
    return dispatched.stream()
        .collect(Collectors.groupingBy(ApprovedAction::providerKey, Collectors.counting()));
  }

  public List<ConsumerRecord<byte[], byte[]>> deadLetters() {
    return List.copyOf(deadLetters);
  }

  private void read(KafkaConsumer<byte[], byte[]> consumer) {
    try (consumer) {
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
          take(record);
        }
      }
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(topics.outcomes())) {
      takeOutcome(record);
    } else if (record.topic().equals(topics.dispatch())) {
      takeDispatched(record);
    } else {
      deadLetters.add(record);
    }
  }

  private void takeOutcome(ConsumerRecord<byte[], byte[]> record) {
    try {
      outcomes.add(codecs.outcomes().decode(record.value(), record.headers()));
    } catch (ActOnceException e) {
      undecodable.incrementAndGet();
    }
  }

  private void takeDispatched(ConsumerRecord<byte[], byte[]> record) {
    try {
      dispatched.add(codecs.actions().decode(record.value()));
    } catch (ActOnceException e) {
      undecodable.incrementAndGet();
    }
  }

  /** Dispatch and outcome records that a test itself has spoiled. */
  public int undecodable() {
    return undecodable.get();
  }

  @Override
  public void close() {
    closed = true;
    producer.close(Duration.ofSeconds(5));
    try {
      reader.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
