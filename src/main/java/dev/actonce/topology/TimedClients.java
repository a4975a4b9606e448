package dev.actonce.topology;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients that Streams would make itself, but with producers that tell the {@link CommitPacer}
 * of their thread what each transaction cost. Nothing else tells: Streams commits after the round
 * in which a processor asked for it, and from the pause until the next record one cannot tell a
 * slow commit from idleness.
 */
final class TimedClients implements KafkaClientSupplier {
  private final Supplier<CommitPacer> pacers;
  private final InstantSource clock;
  private final ClientSigns signs;
  private final FailedRecords failed;

  /**
   * @param pacers gives the pacer of the calling stream thread
   * @param signs is told of transactions
   * @param failed is told where reading failed
   */
  TimedClients(
      Supplier<CommitPacer> pacers, InstantSource clock, ClientSigns signs, FailedRecords failed) {
    this.pacers = pacers;
    this.clock = clock;
    this.signs = signs;
    this.failed = failed;
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
    return new LocatingConsumer(config, failed);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Streams flushes, then commits, both on the stream thread. */
  private final class TimedProducer extends KafkaProducer<byte[], byte[]> {
    private static final long NONE = -1;

    private long beganAtMs = NONE;

    TimedProducer(Map<String, Object> config) {
      super(config, new ByteArraySerializer(), new ByteArraySerializer());
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
