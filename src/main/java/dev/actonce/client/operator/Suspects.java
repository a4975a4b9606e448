package dev.actonce.client.operator;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.suspect.SuspectedDuplicate;
import dev.actonce.kafka.KafkaErrors;
import dev.actonce.kafka.TopicScan;
import dev.actonce.wire.Codec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
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
  private final TopicScan scan;
  private final Codec<SuspectedDuplicate> codec;
  private long unreadable;
  private String firstUnreadable = "";

  private Suspects(Connection connection, Consumer<byte[], byte[]> consumer, Instant since) {
    this.consumer = consumer;
    this.errors = connection.errors();
    this.topic = connection.topics().suspects();
    this.codec = connection.codecs().suspects();
    this.scan =
        TopicScan.of(consumer, topic, TopicScan.Limits.total(READ_LIMIT))
            .since(since)
            .failing(ErrorCode.TIMED_OUT, "ask for a shorter time");
    scan.start();
  }

  static Suspects open(Connection connection, Instant since) {
    Consumer<byte[], byte[]> consumer = connection.reader("suspects");
    try {
      return new Suspects(connection, consumer, since);
    } catch (KafkaException e) {
      consumer.close();
      throw connection.errors().translate("reading the suspects", e);
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  /**
   * All reports up to now, by the time of the last sighting. What cannot be read is left out, see
   * {@link #unreadable}.
   *
   * @throws ActOnceException TIMED_OUT if they are not read within 30 s, or BROKER_UNAVAILABLE
   */
  public List<SuspectedDuplicate> readToEnd() {
    try {
      List<SuspectedDuplicate> reports = new ArrayList<>();
      scan.read(record -> decode(record).ifPresent(reports::add));
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
