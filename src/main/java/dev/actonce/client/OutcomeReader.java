package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the outcome partitions that someone waits for, on one thread of its own, and gives each
 * event to {@link Interests}. Fetches nothing while nobody waits. A failing consumer is replaced
 * and goes on where the last one stopped.
 *
 * <p>Thread-safe: others change {@link Assignments} and wake it up.
 */
final class OutcomeReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeReader.class);

  /** Bounds how long a released partition is fetched on; a new one wakes the reader. */
  private static final Duration MAX_POLL = Duration.ofMillis(500);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Assignments assignments;
  private final OutcomeTopic topic;
  private final Interests interests;
  private final ReadFailures failures;
  private final Codec<OutcomeEvent> codec;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Thread thread;
  private final Semaphore work = new Semaphore(0);
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile @Nullable Consumer<byte[], byte[]> current;

  /** Records that could not be read; of the reader's thread only. */
  private long skipped;

  private volatile Set<Integer> assigned = Set.of();

  OutcomeReader(
      Assignments assignments,
      OutcomeTopic topic,
      Interests interests,
      ReadFailures failures,
      Codec<OutcomeEvent> codec,
      Supplier<Consumer<byte[], byte[]>> consumers) {
    this.assignments = assignments;
    this.topic = topic;
    this.interests = interests;
    this.failures = failures;
    this.codec = codec;
    this.consumers = consumers;
    this.thread = new Thread(this::run, "actonce-outcomes");
    thread.setDaemon(true);
  }

  /** Starts the thread, which has the client's id in its name. */
  void start(String instanceId) {
    thread.setName(thread.getName() + "-" + instanceId);
    thread.start();
  }

  /**
   * Holds partitions. After return, every event that is committed to them from now on will be read.
   *
   * @param limit longest wait for the broker
   * @throws ActOnceException if their ends cannot be read; nothing is held then
   */
  void follow(Set<Integer> partitions, Duration limit) {
    Set<Integer> missing = assignments.hold(partitions);
    if (missing.isEmpty()) {
      return;
    }
    try {
      assignments.start(topic.endOffsets(missing, limit));
    } catch (ActOnceException e) {
      assignments.release(partitions);
      throw e;
    }
    wakeUp();
  }

  /** The partitions that are fetched now. */
  Set<Integer> assigned() {
    return assigned;
  }

  private void wakeUp() {
    work.release();
    Consumer<byte[], byte[]> consumer = current;
    if (consumer != null) {
      consumer.wakeup();
    }
  }

  /** The top of the thread: nothing but {@link #close} may end it. */
  private void run() {
    try {
      while (stopping.getCount() > 0) {
        Duration pause = Duration.ZERO;
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
          current = consumer;
          read(consumer);
        } catch (RuntimeException e) {
          pause = failures.failed(e);
        } finally {
          current = null;
          assigned = Set.of();
        }
        stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(Consumer<byte[], byte[]> consumer) throws InterruptedException {
    while (stopping.getCount() > 0) {
      Map<Integer, Long> positions = assignments.current();
      assign(consumer, positions);
      if (positions.isEmpty()) {
        awaitWork();
      } else {
        ConsumerRecords<byte[], byte[]> records = poll(consumer);
        records.forEach(this::take);
        if (!records.isEmpty()) {
          failures.succeeded();
        }
      }
    }
  }

  private void awaitWork() throws InterruptedException {
    if (work.tryAcquire(MAX_POLL.toMillis(), TimeUnit.MILLISECONDS)) {
      work.drainPermits();
    }
  }

  private void assign(Consumer<byte[], byte[]> consumer, Map<Integer, Long> positions) {
    Set<Integer> wanted = positions.keySet();
    if (wanted.equals(assigned)) {
      return;
    }
    Set<Integer> added = new HashSet<>(wanted);
    added.removeAll(assigned);
    consumer.assign(wanted.stream().map(topic::partition).collect(Collectors.toSet()));
    for (Integer partition : added) {
      TopicPartition target = topic.partition(partition);
      consumer.seek(target, positions.getOrDefault(partition, 0L));
    }
    assigned = Set.copyOf(wanted);
  }

  private static ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> consumer) {
    try {
      return consumer.poll(MAX_POLL);
    } catch (WakeupException e) {
      // Someone added a partition, or closes the client; the loop looks for both.
      return ConsumerRecords.empty();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    decode(record).ifPresent(interests::accept);
    assignments.advance(record.partition(), record.offset() + 1);
  }

  /**
   * A record that cannot be read must not keep those behind it from anyone, whatever the reason;
   * one that cannot be read just now, because a registry is away, is read again.
   */
  private Optional<OutcomeEvent> decode(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(codec.decode(record.value(), record.headers()));
    } catch (RuntimeException e) {
      if (e instanceof ActOnceException known && known.code() != ErrorCode.UNDECODABLE) {
        throw known;
      }
      skipped++;
      if (Long.bitCount(skipped) == 1) { // The first, the second, the fourth, and so on.
        LOG.warn(
            "outcome {}-{}@{} is skipped, {} so far: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            skipped,
            e.toString());
      }
      return Optional.empty();
    }
  }

  /** Stops the thread, within 5 s. */
  @Override
  public void close() {
    stopping.countDown();
    wakeUp();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
