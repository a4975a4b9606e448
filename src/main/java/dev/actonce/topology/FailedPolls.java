package dev.actonce.topology;

import dev.actonce.kafka.OversizedRecord;
import dev.actonce.topology.FailedRecords.Place;
import dev.actonce.topology.FailedRecords.Position;
import dev.actonce.topology.FailedRecords.Step;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Notes at which record a poll failed. A record that does not fit into memory, such as a
 * decompression bomb, is found by reading once more, one record at a time. Confined to its stream
 * thread.
 */
final class FailedPolls {
  /** What the consumer says when it cannot read on; its position is then that record. */
  private static final Pattern UNREADABLE = Pattern.compile("next record from (\\S+)-(\\d+)\\.");

  private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);
  private static final Duration PROBE_POLL = Duration.ofMillis(500);

  private final Map<String, Object> config;
  private final FailedRecords failed;

  /**
   * @param config of the consumer that polls
   */
  FailedPolls(Map<String, Object> config, FailedRecords failed) {
    this.config = new HashMap<>(config); // Streams has null values.
    this.failed = failed;
  }

  /** Polls, and only notes what is thrown: the top of the thread decides. */
  ConsumerRecords<byte[], byte[]> noting(
      Consumer<byte[], byte[]> consumer, Supplier<ConsumerRecords<byte[], byte[]>> poll) {
    try {
      return poll.get();
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      failed.note(e, new Place(Step.READ, unreadable(consumer, e)));
      throw e;
    } catch (OutOfMemoryError e) {
      failed.note(e, new Place(Step.READ, tooLarge(consumer).orElse(null)));
      throw e;
    }
  }

  /** Whether the consumer says that it cannot read on. */
  static boolean isUnreadable(Throwable failure) {
    return UNREADABLE.matcher(String.valueOf(failure.getMessage())).find();
  }

  private static @Nullable Position unreadable(
      Consumer<byte[], byte[]> consumer, KafkaException failure) {
    if (failure instanceof RecordDeserializationException record) {
      return new Position(record.topicPartition(), record.offset());
    }
    Matcher found = UNREADABLE.matcher(String.valueOf(failure.getMessage()));
    if (!found.find()) {
      return null;
    }
    TopicPartition partition = new TopicPartition(found.group(1), Integer.parseInt(found.group(2)));
    return consumer.assignment().contains(partition)
        ? new Position(partition, consumer.position(partition, PROBE_POLL))
        : null;
  }

  /** The record that does not fit, if it fails again when it is read by itself. */
  private Optional<Position> tooLarge(Consumer<byte[], byte[]> consumer) {
    long startNanos = System.nanoTime();
    Map<String, Object> single = new HashMap<>(config);
    single.keySet().removeAll(List.of("group.id", "group.instance.id"));
    single.keySet().remove("partition.assignment.strategy");
    single.put("client.id", config.get("client.id") + "-probe");
    single.put("max.poll.records", 1);
    try (KafkaConsumer<byte[], byte[]> probe =
        new KafkaConsumer<>(
            single,
            new OversizedRecord.BoundedDeserializer(),
            new OversizedRecord.BoundedDeserializer())) {
      for (TopicPartition partition : consumer.assignment()) {
        probe.assign(List.of(partition));
        probe.seek(partition, consumer.position(partition, PROBE_POLL));
        try {
          while (!probe.poll(PROBE_POLL).isEmpty()
              && System.nanoTime() - startNanos < PROBE_LIMIT.toNanos()) {}
        } catch (OutOfMemoryError found) {
          return Optional.of(new Position(partition, probe.position(partition, PROBE_POLL)));
        }
      }
      return Optional.empty();
    } catch (KafkaException | OutOfMemoryError notFound) {
      return Optional.empty();
    }
  }
}
