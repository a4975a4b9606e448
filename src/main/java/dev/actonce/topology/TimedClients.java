package dev.actonce.topology;

import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients that Streams would make itself, but with consumers that deliver bounded amounts
 * ({@link BoundedConsumer}), and with producers that tell the {@link CommitPacer} of their thread
 * what each transaction cost. Nothing else tells: Streams commits after the round in which a
 * processor asked for it, and from the pause until the next record one cannot tell a slow commit
 * from idleness.
 */
final class TimedClients implements KafkaClientSupplier {
  private final Supplier<CommitPacer> pacers;
  private final InstantSource clock;
  private final ClientSigns signs;
  private final SkippedRecords skips;
  private final FailedRecords failed;

  /** The last consumer of each stream thread, by what their client ids have in common. */
  private final Map<String, BoundedConsumer> consumers = new ConcurrentHashMap<>();

  /**
   * @param pacers gives the pacer of the calling stream thread
   * @param signs is told of transactions
   * @param skips records that are passed without being read
   * @param failed is told where reading failed
   */
  TimedClients(
      Supplier<CommitPacer> pacers,
      InstantSource clock,
      ClientSigns signs,
      SkippedRecords skips,
      FailedRecords failed) {
    this.pacers = pacers;
    this.clock = clock;
    this.signs = signs;
    this.skips = skips;
    this.failed = failed;
  }

  /** For an application beside the gate, whose tempo and failures nobody asks for. */
  static TimedClients ofOthers(KafkaConfig kafka, InstantSource clock) {
    return new TimedClients(
        CommitPacer.perThread(),
        clock,
        new ClientSigns(System::nanoTime, kafka.sessionTimeout()),
        SkippedRecords.none(new ClientSettings(kafka), clock),
        new FailedRecords());
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new TimedProducer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    BoundedConsumer consumer = new BoundedConsumer(config, skips, new FailedPolls(config, failed));
    consumers.put(thread(config, "-consumer"), consumer);
    return consumer;
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  private static String thread(Map<String, Object> config, String suffix) {
    String clientId = String.valueOf(config.get("client.id"));
    return clientId.endsWith(suffix)
        ? clientId.substring(0, clientId.length() - suffix.length())
        : clientId;
  }

  /** What is read back of the gate's own state is never left out for its size. */
  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Streams flushes, then commits, both on the stream thread. */
  private final class TimedProducer extends KafkaProducer<byte[], byte[]> {
    private static final long NONE = -1;

    private final String thread;
    private long beganAtMs = NONE;

    TimedProducer(Map<String, Object> config) {
      super(config, new ByteArraySerializer(), new ByteArraySerializer());
      thread = thread(config, "-producer");
    }

    @Override
    public void sendOffsetsToTransaction(
        Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
      super.sendOffsetsToTransaction(offsets, group);
      BoundedConsumer consumer = consumers.get(thread);
      if (consumer != null) {
        consumer.committing(offsets);
      }
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
      signs.sent(this);
      return super.send(record, callback);
    }

    @Override
    public void close(Duration timeout) {
      signs.ended(this);
      super.close(timeout);
    }

    @Override
    public void flush() {
      if (beganAtMs == NONE) {
        beganAtMs = clock.millis();
      }
      super.flush();
    }

    @Override
    public void commitTransaction() {
      super.commitTransaction();
      signs.committed(this);
      long now = clock.millis();
      pacers.get().finished(now, beganAtMs == NONE ? 0 : now - beganAtMs);
      beganAtMs = NONE;
    }

    @Override
    public void abortTransaction() {
      beganAtMs = NONE;
      signs.ended(this);
      super.abortTransaction();
    }
  }
}
