package dev.actonce.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ActOnceClientTest {
  @Test
  void namesTheMissingBootstrapServers() {
    assertInvalid(() -> ActOnceClient.builder().build(), "bootstrapServers is not set");
  }

  @Test
  void namesTheWrongBootstrapServers() {
    assertInvalid(
        () -> ActOnceClient.builder().bootstrapServers("broker").build(), "bootstrap servers");
  }

  @Test
  void namesTheWrongTopicPrefix() {
    assertInvalid(() -> ActOnceClient.builder().topicPrefix("no end"), "topic prefix");
  }

  @Test
  void namesTheWrongDeliveryTimeout() {
    assertInvalid(
        () -> ActOnceClient.builder().deliveryTimeout(Duration.ofMillis(99)), "deliveryTimeout");
    assertInvalid(
        () -> ActOnceClient.builder().deliveryTimeout(Duration.ofMinutes(11)), "deliveryTimeout");
  }

  @Test
  void namesTheWrongMaxWaiting() {
    assertInvalid(() -> ActOnceClient.builder().maxWaiting(0), "maxWaiting");
  }

  @Test
  void refusesKafkaPropertiesThatWeakenTheGuarantee() {
    assertInvalid(
        () ->
            ActOnceClient.builder()
                .bootstrapServers("localhost:9092")
                .kafkaProperties(Map.of("acks", "1"))
                .build(),
        "acks=1 is refused");
  }

  @Test
  void hasAdviceWhileNothingIsKnown() {
    assertThat(Latest.PENDING.isPending()).isTrue();
    assertThat(Latest.PENDING.isFinal()).isFalse();
    assertThat(Latest.PENDING.advice())
        .contains("do not retry with a new id", "Publishing the same intent again is safe");
  }

  private static void assertInvalid(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContaining(message);
  }
}
