package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class DeliveredBytesTest {
  private static final TopicPartition A = new TopicPartition("t", 0);
  private static final TopicPartition B = new TopicPartition("t", 1);

  private final DeliveredBytes delivered = new DeliveredBytes();

  @Test
  void countsWhatIsDeliveredUntilItIsCommitted() {
    delivered.delivered(A, List.of(record(A, 1), record(A, 2)));
    delivered.delivered(A, List.of(record(A, 3)));
    delivered.delivered(B, List.of(record(B, 1)));
    assertThat(delivered.total()).isEqualTo(44);

    delivered.committed(A, 2);
    assertThat(delivered.total()).isEqualTo(44);
    delivered.committed(A, 3);
    assertThat(delivered.total()).isEqualTo(22);
    delivered.committed(A, 4);
    assertThat(delivered.total()).isEqualTo(11);
    assertThat(delivered.hasUncommitted(A)).isFalse();
    assertThat(delivered.hasUncommitted(B)).isTrue();
  }

  @Test
  void forgetsAPartitionThatIsLost() {
    delivered.delivered(A, List.of(record(A, 1)));
    delivered.delivered(B, List.of(record(B, 1)));

    delivered.forget(List.of(A, new TopicPartition("t", 7)));

    assertThat(delivered.total()).isEqualTo(11);
    assertThat(delivered.hasUncommitted(A)).isFalse();
  }

  private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset) {
    return new ConsumerRecord<>(
        partition.topic(), partition.partition(), offset, new byte[1], new byte[10]);
  }
}
