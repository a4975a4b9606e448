package dev.actonce.client;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Scope;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.KafkaErrors;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.WireFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Wires a client's parts and owns its Kafka clients. Thread-safe. */
final class ClientParts implements AutoCloseable {
  /**
   * A partition that is added while a fetch waits at its broker is fetched when that one returns,
   * so a long wait would delay the answer. 10 ms is less than the pipeline needs for an action.
   */
  private static final int FETCH_MAX_WAIT_MS = 10;

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /**
   * A client's settings.
   *
   * @param kafka how to reach Kafka
   * @param scope default scope of intents; null when there is none
   * @param deliveryTimeout longest time for one publish
   * @param maxWaiting most waiting publications
   * @param wireFormat of intents, outcomes and settlements
   */
  record Settings(
      KafkaConfig kafka,
      @Nullable Scope scope,
      Duration deliveryTimeout,
      int maxWaiting,
      WireFormat wireFormat) {}

  private final Settings settings;
  private final ClientSettings clients;
  private final ClientKeys keys;
  private final Codecs codecs;
  private final String instanceId = UUID.randomUUID().toString().substring(0, 8);
  private final AtomicInteger statusReads = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Admin admin;
  private final Producer<byte[], byte[]> producer;
  private final Access access;
  private final OutcomeTopic topic;
  private final Interests interests;
  private final OutcomeReader reader;
  private final IntentPublisher publisher;
  private final StatusReader statusReader;
  private final KafkaErrors errors;

  private ClientParts(Settings settings, ClientKeys keys, KafkaErrors errors) {
    this.settings = settings;
    this.keys = keys;
    this.errors = errors;
    this.clients = new ClientSettings(settings.kafka());
    TopicNames topics = new TopicNames(settings.kafka().topicPrefix());
    this.codecs =
        Codecs.open(
            settings.wireFormat(),
            new WireFormat.Topics(topics.intents(), topics.outcomes(), topics.settlements()));
    this.producer = new KafkaProducer<>(producerSettings());
    this.admin = Admin.create(clients.admin(instanceId));
    this.access = new Access(admin, topics, errors);
    this.topic = new OutcomeTopic(admin, topics.outcomes(), errors);
    Assignments assignments = new Assignments(System::nanoTime);
    this.interests = new Interests(settings.maxWaiting(), topic, assignments);
    this.reader =
        new OutcomeReader(
            assignments,
            topic,
            interests,
            new ReadFailures(interests, access, errors, System::nanoTime),
            codecs.outcomes(),
            this::outcomeConsumer);
    this.publisher =
        new IntentPublisher(
            new IntentPublisher.Settings(
                topics.intents(), settings.scope(), settings.deliveryTimeout(), System::nanoTime),
            producer,
            codecs.intents(),
            keys,
            new IntentPublisher.Outcomes(access, topic, reader, interests),
            errors);
    this.statusReader =
        new StatusReader(
            topic,
            codecs.outcomes(),
            this::statusConsumer,
            StatusReader.Bounds.DEFAULT,
            System::nanoTime);
  }

  static ClientParts start(Settings settings, ClientKeys keys) {
    KafkaErrors errors = KafkaErrors.of(settings.kafka());
    try {
      ClientParts parts = new ClientParts(settings, keys, errors);
      parts.reader.start(parts.instanceId);
      return parts;
    } catch (KafkaException e) {
      throw errors.translate("building the client", e);
    }
  }

  ClientKeys keys() {
    return keys;
  }

  Access access() {
    return access;
  }

  OutcomeTopic topic() {
    return topic;
  }

  Interests interests() {
    return interests;
  }

  OutcomeReader reader() {
    return reader;
  }

  IntentPublisher publisher() {
    return publisher;
  }

  Duration deliveryTimeout() {
    return settings.deliveryTimeout();
  }

  Latest status(IdempotencyKey key) {
    if (closed.get()) {
      throw Interests.closedException();
    }
    try {
      return statusReader.read(key);
    } catch (KafkaException e) {
      throw errors.translate("reading the status of key=" + key, e);
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    interests.close();
    producer.close(CLOSE_TIMEOUT);
    reader.close();
    admin.close(Duration.ZERO);
    codecs.close();
  }

  /**
   * Half the delivery timeout for preparations, half for the first metadata; the rest is awaited.
   */
  private Map<String, Object> producerSettings() {
    Map<String, Object> producerSettings = new HashMap<>(clients.agentProducer(instanceId));
    int deliveryMs = Math.toIntExact(settings.deliveryTimeout().toMillis());
    producerSettings.put("linger.ms", 0);
    producerSettings.put("delivery.timeout.ms", deliveryMs);
    producerSettings.put("max.block.ms", deliveryMs / 2);
    producerSettings.put("request.timeout.ms", Math.min(10_000, deliveryMs));
    return producerSettings;
  }

  private Consumer<byte[], byte[]> outcomeConsumer() {
    Map<String, Object> consumerSettings = new HashMap<>(clients.assignedReader(instanceId));
    consumerSettings.put("fetch.max.wait.ms", FETCH_MAX_WAIT_MS);
    return new KafkaConsumer<>(consumerSettings);
  }

  private Consumer<byte[], byte[]> statusConsumer() {
    String readerId = instanceId + "-status-" + statusReads.incrementAndGet();
    Map<String, Object> consumerSettings = new HashMap<>(clients.assignedReader(readerId));
    consumerSettings.put("max.poll.records", StatusReader.Bounds.DEFAULT.chunkRecords());
    return new KafkaConsumer<>(consumerSettings);
  }
}
