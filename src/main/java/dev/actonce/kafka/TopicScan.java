package dev.actonce.kafka;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads partitions of a topic up to the end that stands when the reading begins. What its consumer
 * sees decides what that is: for one of {@link ClientSettings#assignedReader}, the committed
 * records, up to the first transaction that is open. Starts at the beginning unless told otherwise.
 *
 * <p>All of it is bounded, see {@link Limits}; Kafka's own exceptions pass through, a time-out of a
 * single question among them. The caller owns the consumer. Confined to one thread.
 */
public final class TopicScan {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final Limits limits;
  private final LongSupplier nanos;
  private ErrorCode code = ErrorCode.TIMED_OUT;
  private String remedy = "try again, and if it stays so look with 'ops/actonce doctor'";
  private @Nullable Instant since;
  private @Nullable Map<TopicPartition, Long> from;
  private @Nullable Map<TopicPartition, Long> to;
  private boolean started;

  /**
   * How long a scan may take.
   *
   * @param call longest single question to the brokers
   * @param stall longest time in which no partition gets on
   * @param total longest time of one {@link #read}
   */
  public record Limits(Duration call, Duration stall, Duration total) {
    private static final Duration ENDLESS = Duration.ofNanos(Long.MAX_VALUE);

    /** Everything within this time. */
    public static Limits total(Duration total) {
      return new Limits(total, total, total);
    }

    /** As long as it takes, if something comes all the time. */
    public static Limits stall(Duration call, Duration stall) {
      return new Limits(call, stall, ENDLESS);
    }
  }

  private TopicScan(
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      Limits limits,
      LongSupplier nanos) {
    this.consumer = consumer;
    this.partitions = List.copyOf(partitions);
    this.limits = limits;
    this.nanos = nanos;
  }

  /**
   * Of a whole topic.
   *
   * @throws ActOnceException TOPIC_MISCONFIGURED if it does not exist
   */
  public static TopicScan of(Consumer<byte[], byte[]> consumer, String topic, Limits limits) {
    return of(consumer, partitions(consumer, topic, limits.call()), limits);
  }

  /** Of some partitions. */
  public static TopicScan of(
      Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions, Limits limits) {
    return of(consumer, partitions, limits, System::nanoTime);
  }

  /** With a clock, for tests. */
  static TopicScan of(
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      Limits limits,
      LongSupplier nanos) {
    return new TopicScan(consumer, partitions, limits, nanos);
  }

  /**
   * The partitions of a topic.
   *
   * @throws ActOnceException TOPIC_MISCONFIGURED if it does not exist
   */
  public static List<TopicPartition> partitions(
      Consumer<byte[], byte[]> consumer, String topic, Duration limit) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic, limit).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.TOPIC_MISCONFIGURED,
          topic + " does not exist; correct the topic prefix, or create the topics");
    }
    return partitions;
  }

  /** Starts at the first records that arrived at or after an instant; null for the beginning. */
  public TopicScan since(@Nullable Instant start) {
    this.since = start;
    return this;
  }

  /** Starts at these offsets. */
  public TopicScan from(Map<TopicPartition, Long> offsets) {
    this.from = Map.copyOf(offsets);
    return this;
  }

  /** Ends before these offsets, and not where the consumer sees the end. */
  public TopicScan to(Map<TopicPartition, Long> offsets) {
    this.to = Map.copyOf(offsets);
    return this;
  }

  /** What a scan that takes too long throws, and advises. Default: TIMED_OUT, look and retry. */
  public TopicScan failing(ErrorCode newCode, String newRemedy) {
    this.code = newCode;
    this.remedy = newRemedy;
    return this;
  }

  /** Goes to the start; {@link #read} does so too when that was not done. */
  public void start() {
    started = true;
    consumer.assign(partitions);
    if (from != null) {
      from.forEach(consumer::seek);
    } else if (since != null) {
      seek(since);
    } else {
      consumer.seekToBeginning(partitions);
    }
  }

  private void seek(Instant start) {
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, start.toEpochMilli()));
    Map<TopicPartition, @Nullable OffsetAndTimestamp> starts =
        new HashMap<>(consumer.offsetsForTimes(times, limits.call()));
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp found = starts.get(partition);
      if (found == null) {
        consumer.seekToEnd(List.of(partition));
      } else {
        consumer.seek(partition, found.offset());
      }
    }
  }

  /**
   * Reads on, up to the end that stands now. Records that came after it may be among the last.
   *
   * @param records takes each record, those of a partition in their order
   * @throws ActOnceException TIMED_OUT, or what {@link #failing} says, if it takes too long; it
   *     names the partition and how far that was read
   */
  public void read(java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> records) {
    if (!started) {
      start();
    }
    Map<TopicPartition, Long> ends =
        to == null ? consumer.endOffsets(partitions, limits.call()) : to;
    Map<TopicPartition, Long> reached = new HashMap<>();
    long startNanos = nanos.getAsLong();
    long movedNanos = startNanos;
    while (true) {
      boolean moved = false;
      for (TopicPartition partition : partitions) {
        Long position = consumer.position(partition, limits.call());
        moved |= !position.equals(reached.put(partition, position));
      }
      Optional<TopicPartition> behind =
          partitions.stream().filter(p -> at(reached, p) < at(ends, p)).findFirst();
      if (behind.isEmpty()) {
        return;
      }
      long now = nanos.getAsLong();
      movedNanos = moved ? now : movedNanos;
      if (now - startNanos > limits.total().toNanos()) {
        throw tooLong(behind.get(), reached, ends, "within " + limits.total());
      }
      if (now - movedNanos > limits.stall().toNanos()) {
        throw tooLong(behind.get(), reached, ends, "and not beyond for " + limits.stall());
      }
      consumer.poll(POLL).forEach(records);
    }
  }

  private ActOnceException tooLong(
      TopicPartition partition,
      Map<TopicPartition, Long> reached,
      Map<TopicPartition, Long> ends,
      String bound) {
    return new ActOnceException(
        code,
        "%s was read up to offset %d of %d %s; %s"
            .formatted(partition, at(reached, partition), at(ends, partition), bound, remedy));
  }

  private static long at(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return Objects.requireNonNull(offsets.get(partition), "Kafka answers for each partition");
  }
}
