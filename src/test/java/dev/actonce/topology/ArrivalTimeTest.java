package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ArrivalTimeTest {
  private static final long NOW = 1_000_000_000L;
  private final ArrivalTime arrivalTime = new ArrivalTime(() -> Instant.ofEpochMilli(NOW));

  @Test
  void isTheAppendTime() {
    assertThat(arrivalTime.extract(stamped(NOW - 5), -1)).isEqualTo(NOW - 5);
  }

  @Test
  void isThePartitionTimeForARecordWithoutATime() {
    assertThat(arrivalTime.extract(stamped(-1), NOW - 7)).isEqualTo(NOW - 7);
  }

  @Test
  void isNowForTheFirstRecordWithoutATime() {
    assertThat(arrivalTime.extract(stamped(-1), -1)).isEqualTo(NOW);
  }

  @Test
  void isAtMostAMinuteAheadOfThisHost() {
    assertThat(arrivalTime.extract(stamped(NOW + 60_001), -1)).isEqualTo(NOW + 60_000);
    assertThat(arrivalTime.extract(stamped(Long.MAX_VALUE), -1)).isEqualTo(NOW + 60_000);
  }

  private static ConsumerRecord<Object, Object> stamped(long timestamp) {
    return new ConsumerRecord<>(
        "t",
        0,
        0,
        timestamp,
        TimestampType.CREATE_TIME,
        1,
        1,
        "k",
        "v",
        new RecordHeaders(),
        Optional.empty());
  }
}
