package dev.actonce.topology;

import dev.actonce.topology.FailedRecords.Place;
import dev.actonce.topology.FailedRecords.Position;
import dev.actonce.topology.FailedRecords.Step;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that notes at which record its poll failed. A record that does not fit into memory,
 * such as a decompression bomb, is found by reading once more, one record at a time. Confined to
 * its stream thread.
 */
final class LocatingConsumer extends KafkaConsumer<byte[], byte[]> {
  /** What the consumer says when it cannot read on; its position is then that record. */
  private static final Pattern UNREADABLE = Pattern.compile("next record from (\\S+)-(\\d+)\\.");

  private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);
  private static final Duration PROBE_POLL = Duration.ofMillis(500);

  private final Map<String, Object> config;
  private final FailedRecords failed;

  LocatingConsumer(Map<String, Object> config, FailedRecords failed) {
    super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.config = new HashMap<>(config); // Streams has null values.
    this.failed = failed;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    try {
      return super.poll(timeout);
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      failed.note(e, new Place(Step.READ, unreadable(e)));
      throw e;
    } catch (OutOfMemoryError e) { // Only noted; the top of the thread decides.
      failed.note(e, new Place(Step.READ, tooLarge().orElse(null)));
      throw e;
    }
  }

  private @Nullable Position unreadable(KafkaException failure) {
    if (failure instanceof RecordDeserializationException record) {
      return new Position(record.topicPartition(), record.offset());
    }
    Matcher found = UNREADABLE.matcher(String.valueOf(failure.getMessage()));
    if (!found.find()) {
      return null;
    }
    TopicPartition partition = new TopicPartition(found.group(1), Integer.parseInt(found.group(2)));
    return assignment().contains(partition)
        ? new Position(partition, position(partition, PROBE_POLL))
        : null;
  }

  /** The record that does not fit, if it fails again when it is read by itself. */
  private Optional<Position> tooLarge() {
    long startNanos = System.nanoTime();
    Map<String, Object> single = new HashMap<>(config);
    single.keySet().removeAll(List.of("group.id", "group.instance.id"));
    single.keySet().remove("partition.assignment.strategy");
    single.put("client.id", config.get("client.id") + "-probe");
    single.put("max.poll.records", 1);
    try (KafkaConsumer<byte[], byte[]> probe =
        new KafkaConsumer<>(single, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      for (TopicPartition partition : assignment()) {
        probe.assign(List.of(partition));
        probe.seek(partition, position(partition, PROBE_POLL));
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
