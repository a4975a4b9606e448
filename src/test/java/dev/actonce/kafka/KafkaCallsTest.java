package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

final class KafkaCallsTest {
  private final KafkaCalls calls = new KafkaCalls("broker:9092", Duration.ofSeconds(5));

  @Test
  void takesATopicThatTheAskedBrokerHasNotHeardOfForAbsent() {
    assertThat(calls.awaitKnown(failed(new UnknownTopicOrPartitionException("new here"))))
        .isEmpty();
    assertThat(calls.awaitKnown(KafkaFuture.completedFuture("known"))).contains("known");
  }

  @Test
  void takesNoOtherFaultForAnAbsentTopic() {
    assertFails(new TimeoutException("slow"), ErrorCode.BROKER_UNAVAILABLE);
    assertFails(new TopicAuthorizationException("secret"), ErrorCode.ACCESS_DENIED);
  }

  private void assertFails(RuntimeException fault, ErrorCode code) {
    assertThatThrownBy(() -> calls.awaitKnown(failed(fault)))
        .isInstanceOfSatisfying(ActOnceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static KafkaFuture<String> failed(RuntimeException fault) {
    KafkaFutureImpl<String> future = new KafkaFutureImpl<>();
    future.completeExceptionally(fault);
    return future;
  }
}
