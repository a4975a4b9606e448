package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Without a broker: nothing is fetched. */
final class BoundedConsumerTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  /** How Streams returns to where a partition is read from, after its task was given up. */
  static Stream<Arguments> returns() {
    List<TopicPartition> all = List.of(PARTITION);
    return Stream.of(
        seek("to an offset", consumer -> consumer.seek(PARTITION, 3)),
        seek("to a commit", consumer -> consumer.seek(PARTITION, new OffsetAndMetadata(3))),
        seek("to the beginning", consumer -> consumer.seekToBeginning(all)),
        seek("to the end", consumer -> consumer.seekToEnd(all)));
  }

  private static Arguments seek(String name, Consumer<BoundedConsumer> seek) {
    return Arguments.of(name, seek);
  }

  /** Else it would wait for ever for the commit of records that nobody has any more. */
  @ParameterizedTest
  @MethodSource("returns")
  void forgetsWhatItDeliveredOfAPartitionThatIsReadAgain(
      String name, Consumer<BoundedConsumer> seek) {
    ClientSettings clients = new ClientSettings(KafkaConfig.of("localhost:1"));
    Map<String, Object> config = new HashMap<>(clients.assignedReader("test"));
    config.put("group.id", "test");
    SkippedRecords none =
        new SkippedRecords(List.of(), clients, "test", "dead-letters", InstantSource.system());
    try (BoundedConsumer consumer =
        new BoundedConsumer(config, none, new FailedPolls(config, new FailedRecords()))) {
      consumer.assign(List.of(PARTITION));
      consumer.delivered().delivered(PARTITION, List.of(record()));
      assertThat(consumer.delivered().total()).isPositive();

      seek.accept(consumer);

      assertThat(consumer.delivered().total()).as(name).isZero();
    }
  }

  private static ConsumerRecord<byte[], byte[]> record() {
    return new ConsumerRecord<>(PARTITION.topic(), 0, 7, new byte[1], new byte[10]);
  }
}
