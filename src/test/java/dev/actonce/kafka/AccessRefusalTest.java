package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.AccessRefusal.Use;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessRefusalTest {
  @Test
  void isFoundAmongTheCauses() {
    TopicAuthorizationException refusal = new TopicAuthorizationException(Set.of("a"));
    KafkaException ofOffsets =
        new KafkaException(
            "Unexpected error in TxnOffsetCommitResponse: Topic authorization failed.");

    assertThat(AccessRefusal.in(new KafkaException("error state", refusal))).contains(refusal);
    assertThat(AccessRefusal.in(new RuntimeException(ofOffsets))).contains(ofOffsets);
    assertThat(AccessRefusal.in(new TimeoutException("late"))).isEmpty();
  }

  @Test
  void namesRightAndResource() {
    KafkaConfig anybody = KafkaConfig.of("broker:9092");

    assertThat(AccessRefusal.describe(topics("b", "a"), Use.WRITE, anybody))
        .isEqualTo("the brokers refuse Write on topic a, b");
    assertThat(
            AccessRefusal.describe(GroupAuthorizationException.forGroupId("g"), Use.READ, anybody))
        .isEqualTo("the brokers refuse Read on group g");
    assertThat(
            AccessRefusal.describe(
                new SaslAuthenticationException("wrong password"), Use.READ, anybody))
        .isEqualTo("the brokers refuse the log-in: wrong password");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.Module required username=\"gate-1\" password=\"s\";",
        "a.Module required password='s' username='gate-1';",
        "a.Module required username=gate-1;"
      })
  void namesThePrincipalButNoSecret(String jaas) {
    KafkaConfig kafka =
        KafkaConfig.of("broker:9092").withClientProperties(Map.of("sasl.jaas.config", jaas));

    assertThat(AccessRefusal.describe(topics("a"), Use.READ, kafka))
        .isEqualTo("the brokers refuse Read on topic a to principal gate-1");
  }

  private static TopicAuthorizationException topics(String... names) {
    return new TopicAuthorizationException(Set.of(names));
  }
}
