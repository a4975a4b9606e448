package dev.actonce.client.operator;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.suspect.SuspectedDuplicate;
import dev.actonce.kafka.KafkaErrors;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reports of suspected duplicates. Each report tells all that is known of its fingerprint
 * by then, so the latest one of a fingerprint is enough. Confined to one thread.
 */
public final class Suspects implements AutoCloseable {
  private static final Duration READ_LIMIT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(200);

  private final Consumer<byte[], byte[]> consumer;
  private final KafkaErrors errors;
  private final String topic;
  private final Codec<SuspectedDuplicate> codec;
  private long unreadable;
  private String firstUnreadable = "";

  private Suspects(Connection connection) {
    this.consumer = connection.reader("suspects");
    this.errors = connection.errors();
    this.topic = connection.topics().suspects();
    this.codec = connection.codecs().suspects();
  }

  static Suspects open(Connection connection, Instant since) {
    Suspects suspects = new Suspects(connection);
    try {
      suspects.seek(since);
      return suspects;
    } catch (KafkaException e) {
      suspects.close();
      throw suspects.errors.translate("reading the suspects", e);
    } catch (RuntimeException e) {
      suspects.close();
      throw e;
    }
  }

  /**
   * All reports up to now, by the time of the last sighting. What cannot be read is skipped and
   * logged.
   *
   * @throws ActOnceException TIMED_OUT if they are not read within 30 s, or BROKER_UNAVAILABLE
   */
  public List<SuspectedDuplicate> readToEnd() {
    try {
      long startNanos = System.nanoTime();
      List<SuspectedDuplicate> reports = new ArrayList<>();
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment(), READ_LIMIT);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey(), READ_LIMIT) < end.getValue())) {
        if (System.nanoTime() - startNanos > READ_LIMIT.toNanos()) {
          throw new ActOnceException(
              ErrorCode.TIMED_OUT,
              topic + " was not read within " + READ_LIMIT + "; ask for a shorter time");
        }
        reports.addAll(poll());
      }
      reports.sort(Comparator.comparing(report -> report.latest().admittedAt()));
      return reports;
    } catch (KafkaException e) {
      throw errors.translate("reading the suspects", e);
    }
  }

  /** The next reports, or none after 200 ms. Errors as above. */
  public List<SuspectedDuplicate> poll() {
    try {
      List<SuspectedDuplicate> reports = new ArrayList<>();
      consumer.poll(POLL).forEach(record -> decode(record).ifPresent(reports::add));
      return reports;
    } catch (KafkaException e) {
      throw errors.translate("reading the suspects", e);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }

  private void seek(Instant since) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic, READ_LIMIT).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, since.toEpochMilli()));
    Map<TopicPartition, @Nullable OffsetAndTimestamp> starts =
        new HashMap<>(consumer.offsetsForTimes(times, READ_LIMIT));
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp start = starts.get(partition);
      if (start == null) {
        consumer.seekToEnd(List.of(partition));
      } else {
        consumer.seek(partition, start.offset());
      }
    }
  }

  /**
   * What was left out so far because it is no report: how many records, where the first one is, and
   * why. Empty when all were readable.
   */
  public Optional<String> unreadable() {
    return unreadable == 0
        ? Optional.empty()
        : Optional.of(
            "%d records of %s are left out, the first at %s; a newer version has written them, or"
                    .formatted(unreadable, topic, firstUnreadable)
                + " somebody who should not write there");
  }

  /** One that cannot be read must not hide the others. */
  private Optional<SuspectedDuplicate> decode(ConsumerRecord<byte[], byte[]> record) {
    byte @Nullable [] value = record.value();
    try {
      return Optional.of(codec.decode(value == null ? new byte[0] : value));
    } catch (ActOnceException e) {
      if (unreadable++ == 0) {
        firstUnreadable =
            topic + "-" + record.partition() + "@" + record.offset() + ": " + e.getMessage();
      }
      return Optional.empty();
    }
  }
}
