package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Without a broker: nothing is fetched. */
final class BoundedConsumerTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  /** How Streams returns to where a partition is read from, after its task was given up. */
  enum Return {
    TO_AN_OFFSET((consumer, all) -> all.forEach(each -> consumer.seek(each, 3))),
    TO_A_COMMIT((consumer, all) -> all.forEach(each -> consumer.seek(each, at(3)))),
    TO_THE_BEGINNING(BoundedConsumer::seekToBeginning),
    TO_THE_END(BoundedConsumer::seekToEnd);

    private final BiConsumer<BoundedConsumer, Collection<TopicPartition>> seek;

    Return(BiConsumer<BoundedConsumer, Collection<TopicPartition>> seek) {
      this.seek = seek;
    }

    private static OffsetAndMetadata at(long offset) {
      return new OffsetAndMetadata(offset);
    }
  }

  /** Else it would wait for ever for the commit of records that nobody has any more. */
  @ParameterizedTest
  @EnumSource
  void forgetsWhatItDeliveredOfAPartitionThatIsReadAgain(Return to) {
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

      to.seek.accept(consumer, List.of(PARTITION));

      assertThat(consumer.delivered().total()).isZero();
    }
  }

  private static ConsumerRecord<byte[], byte[]> record() {
    return new ConsumerRecord<>(PARTITION.topic(), 0, 7, new byte[1], new byte[10]);
  }
}
