package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.config.KafkaConfig;
import dev.actonce.config.SkipPoint;
import dev.actonce.core.ActOnceException;
import dev.actonce.kafka.ClientSettings;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SkippedRecordsTest {
  private static final Set<String> INPUTS =
      Set.of("actonce.intents", "actonce.rerouted", "actonce.outcomes");

  @Test
  void readsAPointAsItIsWritten() {
    assertThat(SkipPoint.parse("actonce.intents-3@4711"))
        .isEqualTo(new SkipPoint("actonce.intents", 3, 4711))
        .hasToString("actonce.intents-3@4711");
    assertThat(SkipPoint.parse("my-team.intents-0@0").topic()).isEqualTo("my-team.intents");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "intents", "intents-3", "intents@7", "intents-x@7", "intents-1@-1"})
  void showsTheFormOfAMalformedPoint(String text) {
    assertThatThrownBy(() -> SkipPoint.parse(text))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("TOPIC-PARTITION@OFFSET, such as actonce.intents-3@4711");
  }

  @Test
  void takesInputsOfTheGateOnly() {
    assertThatCode(() -> check("actonce.outcomes-5@1")).doesNotThrowAnyException();
    assertThatThrownBy(() -> check("actonce.dispatch-0@1"))
        .hasMessageContaining("does not read actonce.dispatch")
        .hasMessageContaining("actonce.intents, actonce.outcomes, actonce.rerouted");
    assertThatThrownBy(() -> check("actonce.intents-6@1"))
        .hasMessageContaining("has partitions 0 to 5");
  }

  /** Somebody wrote a digit too many; an intent that comes later must not vanish by it. */
  @Test
  void skipsNoRecordThatComesLater() {
    TopicPartition partition = new TopicPartition("actonce.intents", 3);
    SkippedRecords skips = of("actonce.intents-3@47", "actonce.intents-3@470");
    try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, 5);
      consumer.updateEndOffsets(Map.of(partition, 48L));
      assertThat(pass(skips, consumer)).isEmpty();
      assertThat(skips.isPending(partition)).isTrue();

      consumer.updateEndOffsets(Map.of(partition, 1_000L));
      consumer.seek(partition, 48);
      assertThat(pass(skips, consumer)).isEmpty();
      assertThat(skips.isPending(partition)).isFalse();
    }
  }

  @Test
  void fetchesNothingUntilItKnowsWhereThePartitionEnds() {
    TopicPartition partition = new TopicPartition("actonce.intents", 3);
    SkippedRecords skips = of("actonce.intents-3@47");
    try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, 5);
      consumer.setOffsetsException(new TimeoutException("no broker"));
      assertThat(pass(skips, consumer)).containsExactly(partition);
      assertThat(skips.isPending(partition)).isTrue();
    }
  }

  private static SkippedRecords of(String... points) {
    return new SkippedRecords(
        Stream.of(points).map(SkipPoint::parse).toList(),
        new ClientSettings(KafkaConfig.of("localhost:1")),
        "test",
        "dead-letters",
        InstantSource.system());
  }

  private static Set<TopicPartition> pass(
      SkippedRecords skips, MockConsumer<byte[], byte[]> consumer) {
    return skips.pass(consumer, new DeliveredBytes(), new HashMap<>());
  }

  private static void check(String point) {
    SkippedRecords.check(List.of(SkipPoint.parse(point)), INPUTS, 6);
  }
}
