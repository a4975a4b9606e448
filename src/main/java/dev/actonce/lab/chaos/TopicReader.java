package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads all that is committed in a topic, from its begin to its present end. */
final class TopicReader {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(200);

  private final ClientSettings settings;

  TopicReader(ClientSettings settings) {
    this.settings = settings;
  }

  /**
   * The committed records, in the order of each partition.
   *
   * @throws ActOnceException TIMED_OUT
   */
  List<ConsumerRecord<byte[], byte[]>> all(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings.assignedReader("chaos-audit"))) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic, LIMIT).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, LIMIT);
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (partitions.stream()
          .anyMatch(p -> consumer.position(p, LIMIT) < ends.getOrDefault(p, 0L))) {
        if (System.nanoTime() > deadline) {
          throw new ActOnceException(ErrorCode.TIMED_OUT, topic + " was not read in " + LIMIT);
        }
        consumer.poll(POLL).forEach(records::add);
      }
    }
    return records;
  }
}
