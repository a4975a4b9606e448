package dev.actonce.topology;

import dev.actonce.config.SkipPoint;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.BatchProbe;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.DeadLetter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records that a person wants passed without being read. One is passed when its partition is
 * assigned here and stands exactly before it, and everything before it is committed: first its dead
 * letter is written, at least once, then the group's offset, then the consumer moves on. Until then
 * nothing of it is fetched. Thread-safe: the partition's owner is the only thread that acts.
 */
final class SkippedRecords {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(SkippedRecords.class);

  private final Map<TopicPartition, NavigableSet<Long>> pending = new HashMap<>();
  private final Map<TopicPartition, Long> written = new HashMap<>();

  /** Where partitions ended at the first look. */
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  private final ClientSettings clients;
  private final String instance;
  private final String deadLetters;
  private final InstantSource clock;
  private long notBeforeMs;

  SkippedRecords(
      Collection<SkipPoint> points,
      ClientSettings clients,
      String instance,
      String deadLetters,
      InstantSource clock) {
    for (SkipPoint point : points) {
      pending
          .computeIfAbsent(
              new TopicPartition(point.topic(), point.partition()), any -> new TreeSet<>())
          .add(point.offset());
    }
    this.clients = clients;
    this.instance = instance;
    this.deadLetters = deadLetters;
    this.clock = clock;
  }

  /** None: nobody asked for any. */
  static SkippedRecords none(ClientSettings clients, InstantSource clock) {
    return new SkippedRecords(List.of(), clients, "", "", clock);
  }

  /**
   * Checks that the records can be of a gate.
   *
   * @throws ActOnceException INVALID_SETTING naming the inputs or the number of partitions
   */
  static void check(Collection<SkipPoint> points, Set<String> inputs, int partitions) {
    for (SkipPoint point : points) {
      if (!inputs.contains(point.topic())) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "--skip "
                + point
                + ": a gate does not read "
                + point.topic()
                + "; it reads "
                + String.join(", ", new TreeSet<>(inputs)));
      }
      if (point.partition() >= partitions) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "--skip " + point + ": " + point.topic() + " has partitions 0 to " + (partitions - 1));
      }
    }
  }

  synchronized boolean isPending(TopicPartition partition) {
    return pending.containsKey(partition);
  }

  /**
   * Passes what can be passed now.
   *
   * @param passed gets the positions after it
   * @return partitions that must not be fetched yet
   */
  synchronized Set<TopicPartition> pass(
      Consumer<byte[], byte[]> consumer,
      DeliveredBytes delivered,
      Map<TopicPartition, OffsetAndMetadata> passed) {
    Set<TopicPartition> waiting = new HashSet<>();
    if (pending.isEmpty()) {
      return waiting;
    }
    for (TopicPartition partition : consumer.assignment()) {
      if (isPending(partition) && !isFree(consumer, partition, delivered, passed)) {
        waiting.add(partition);
      }
    }
    return waiting;
  }

  /** Whether the next record of a partition may be fetched. */
  private boolean isFree(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      DeliveredBytes delivered,
      Map<TopicPartition, OffsetAndMetadata> passed) {
    try {
      long position = consumer.position(partition, TIMEOUT);
      for (NavigableSet<Long> rest = pending.get(partition);
          rest != null;
          rest = pending.get(partition)) {
        long wanted = rest.first();
        if (position < wanted) {
          if (exists(consumer, partition, wanted)) {
            return true;
          }
          none(partition, wanted);
          continue;
        }
        if (position > wanted) {
          LOG.warn(
              "--skip {}@{}: the gate is past it already, at {}; nothing is skipped",
              partition,
              wanted,
              position);
          done(partition, wanted);
        } else if (delivered.hasUncommitted(partition) || clock.millis() < notBeforeMs) {
          return false;
        } else {
          OptionalLong last = new BatchProbe(clients, instance).lastToPass(partition, wanted);
          if (last.isEmpty()) {
            none(partition, wanted);
          } else {
            position = pass(consumer, partition, wanted, last.getAsLong());
            passed.put(partition, new OffsetAndMetadata(position));
          }
        }
      }
      return true;
    } catch (InvalidOffsetException e) {
      return true; // Streams hears of it from the poll, and resets the position.
    } catch (KafkaException | ActOnceException e) {
      notBeforeMs = clock.millis() + RETRY_PAUSE.toMillis();
      LOG.warn("{} waits, because a record of it cannot be skipped yet: {}", partition, text(e));
      return false;
    }
  }

  /**
   * Whether it was there when this gate first looked. A gate stops only at what it has read, so a
   * later one is another record.
   */
  private boolean exists(Consumer<byte[], byte[]> consumer, TopicPartition partition, long offset) {
    Long end = ends.get(partition);
    if (end == null) {
      end = Objects.requireNonNull(consumer.endOffsets(List.of(partition), TIMEOUT).get(partition));
      ends.put(partition, end);
    }
    return offset < end;
  }

  /** A later record must not be lost to a slip of the pen. */
  private void none(TopicPartition partition, long offset) {
    LOG.warn("--skip {}@{}: there is no such record; nothing is skipped", partition, offset);
    done(partition, offset);
  }

  /** Returns the position after it. */
  private long pass(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, long offset, long last) {
    if (written.getOrDefault(partition, -1L) < last) {
      write(partition, offset, last);
      written.put(partition, last);
    }
    long next = last + 1;
    consumer.commitSync(Map.of(partition, new OffsetAndMetadata(next)), TIMEOUT);
    consumer.seek(partition, next);
    LOG.warn(
        "skipped {}@{}{}; start the gate without --skip from now on",
        partition,
        offset,
        last == offset ? "" : " and, with its batch, all up to " + last);
    done(partition, last);
    return next;
  }

  private void write(TopicPartition partition, long offset, long last) {
    DeadLetter.Source source =
        new DeadLetter.Source(partition.topic(), partition.partition(), offset, clock.millis());
    String message =
        "skipped unread by --skip of gate "
            + instance
            + ", user "
            + System.getProperty("user.name")
            + ", at "
            + clock.instant()
            + (last == offset
                ? ""
                : "; with it all up to offset " + last + ", which are in the same batch");
    DeadLetter letter =
        DeadLetter.withoutContents(source, DeadLetterReason.SKIPPED.name(), message);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(clients.settlementProducer(instance + "-skip"))) {
      producer
          .send(
              new ProducerRecord<>(
                  deadLetters, null, letter.key(), letter.value(), letter.headers()))
          .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ActOnceException(
          ErrorCode.BROKER_UNAVAILABLE, "its dead letter cannot be written: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while skipping", e);
    }
  }

  private void done(TopicPartition partition, long last) {
    pending.computeIfPresent(
        partition,
        (any, offsets) -> {
          NavigableSet<Long> rest = new TreeSet<>(offsets.tailSet(last, false));
          return rest.isEmpty() ? null : rest;
        });
  }

  private static String text(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }
}
