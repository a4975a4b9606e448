package dev.actonce.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.TopicScan.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Reads by Kafka's own mock consumer, with a clock that moves by a second at each look. */
class TopicScanTest {
  private static final TopicPartition ZERO = new TopicPartition("t", 0);
  private static final TopicPartition ONE = new TopicPartition("t", 1);
  private static final Duration CALL = Duration.ofSeconds(1);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final List<String> read = new ArrayList<>();
  private long nanos;

  TopicScanTest() {
    consumer.updateBeginningOffsets(Map.of(ZERO, 0L, ONE, 0L));
    consumer.updateEndOffsets(Map.of(ZERO, 2L, ONE, 1L));
  }

  @Test
  void readsEachPartitionToTheEndThatStood() {
    consumer.schedulePollTask(() -> hold(ZERO, 0));
    consumer.schedulePollTask(() -> hold(ONE, 0));
    consumer.schedulePollTask(() -> hold(ZERO, 1));

    scan(Limits.total(Duration.ofMinutes(1))).read(this::take);

    assertThat(read).containsExactly("t-0@0", "t-1@0", "t-0@1");
  }

  @Test
  void readsNothingOfEmptyPartitions() {
    consumer.updateEndOffsets(Map.of(ZERO, 0L, ONE, 0L));

    scan(Limits.total(Duration.ZERO)).read(this::take);

    assertThat(read).isEmpty();
  }

  @Test
  void readsOnFromWhereItIs() {
    consumer.schedulePollTask(() -> List.of(0, 1).forEach(offset -> hold(ZERO, offset)));
    consumer.schedulePollTask(() -> hold(ONE, 0));
    TopicScan scan = scan(Limits.total(Duration.ofMinutes(1)));
    scan.read(this::take);
    consumer.updateEndOffsets(Map.of(ZERO, 3L, ONE, 1L));
    consumer.schedulePollTask(() -> hold(ZERO, 2));

    scan.read(this::take);

    assertThat(read).containsExactly("t-0@0", "t-0@1", "t-1@0", "t-0@2");
  }

  @Test
  void readsBetweenTwoOffsets() {
    consumer.schedulePollTask(() -> List.of(0, 1).forEach(offset -> hold(ZERO, offset)));

    TopicScan.of(consumer, List.of(ZERO), Limits.total(Duration.ofMinutes(1)), this::clock)
        .from(Map.of(ZERO, 1L))
        .to(Map.of(ZERO, 2L))
        .read(this::take);

    assertThat(read).containsExactly("t-0@1");
  }

  @Test
  void saysWhatWasNotReadHowFarItGotAndWhatToDo() {
    consumer.schedulePollTask(() -> hold(ZERO, 0));

    assertThatThrownBy(
            () ->
                scan(Limits.stall(CALL, Duration.ofSeconds(10)))
                    .failing(ErrorCode.BROKER_UNAVAILABLE, "look with the doctor")
                    .read(this::take))
        .isInstanceOfSatisfying(
            ActOnceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BROKER_UNAVAILABLE))
        .hasMessage(
            "t-0 was read up to offset 1 of 2 and not beyond for PT10S; look with the doctor");
  }

  @Test
  void takesAsLongAsSomethingComes() {
    consumer.updateEndOffsets(Map.of(ZERO, 100L, ONE, 0L));
    hold(0, 100);

    scan(Limits.stall(CALL, Duration.ofSeconds(10))).read(this::take);

    assertThat(read).hasSize(100);
  }

  @Test
  void stopsAfterItsTimeAlthoughSomethingComes() {
    consumer.updateEndOffsets(Map.of(ZERO, 100L, ONE, 0L));
    hold(0, 100);

    assertThatThrownBy(() -> scan(Limits.total(Duration.ofSeconds(10))).read(this::take))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
        .hasMessageMatching("t-0 was read up to offset \\d+ of 100 within PT10S; try again, .*");
  }

  @Test
  void saysThatATopicDoesNotExist() {
    assertThatThrownBy(() -> TopicScan.of(consumer, "gone", Limits.total(CALL)))
        .isInstanceOfSatisfying(
            ActOnceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPIC_MISCONFIGURED))
        .hasMessageStartingWith("gone does not exist; ");
  }

  private TopicScan scan(Limits limits) {
    return TopicScan.of(consumer, List.of(ZERO, ONE), limits, this::clock);
  }

  private long clock() {
    nanos += Duration.ofSeconds(1).toNanos();
    return nanos;
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    read.add(record.topic() + "-" + record.partition() + "@" + record.offset());
  }

  /** One record of the first partition a poll. */
  private void hold(int from, int to) {
    for (int offset = from; offset < to; offset++) {
      int next = offset;
      consumer.schedulePollTask(() -> hold(ZERO, next));
    }
  }

  private void hold(TopicPartition partition, int offset) {
    consumer.addRecord(
        new ConsumerRecord<>(
            partition.topic(), partition.partition(), offset, new byte[0], "x".getBytes(UTF_8)));
  }
}
