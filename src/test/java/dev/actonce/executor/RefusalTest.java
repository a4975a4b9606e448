package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;

class RefusalTest {
  private static final KafkaConfig KAFKA = KafkaConfig.of("none:1");
  private static final ExecutorConfig CONFIG =
      ExecutorConfig.of(
          KAFKA.withClientProperties(
              Map.of(
                  "sasl.jaas.config",
                  "x.PlainLoginModule required username=\"pay\" password=\"username=secret\";")),
          "one");

  @Test
  void namesPrincipalRightAndTopicThroughTheClientsWrapping() {
    assertThat(
            text(
                new KafkaException(
                    "in an error state",
                    new TopicAuthorizationException(Set.of("actonce.outcomes")))))
        .isEqualTo("User:pay lacks Write on topic 'actonce.outcomes'");
    assertThat(text(new TopicAuthorizationException(Set.of("actonce.claims"))))
        .isEqualTo("User:pay lacks Read and Write on topic 'actonce.claims'");
    assertThat(
            text(
                new KafkaException(
                    "Unexpected error in TxnOffsetCommitResponse: Topic authorization failed.")))
        .isEqualTo(
            "User:pay lacks Read on topic 'actonce.dispatch', Read and Write on topic"
                + " 'actonce.settlements' (one of them)");
    assertThat(text(GroupAuthorizationException.forGroupId("any")))
        .isEqualTo("User:pay lacks Read on group 'actonce.executor'");
    assertThat(text(new TransactionalIdAuthorizationException("denied")))
        .isEqualTo("User:pay lacks Write on transactional id 'actonce.executor-one'");
    assertThat(text(new SaslAuthenticationException("expired")))
        .isEqualTo("User:pay cannot log in: expired");
  }

  @Test
  void guessesNoPrincipal() {
    assertThat(
            Refusal.of(
                    GroupAuthorizationException.forGroupId("any"), ExecutorConfig.of(KAFKA, "one"))
                .orElseThrow()
                .text())
        .startsWith("this executor's principal lacks Read");
  }

  @Test
  void leavesOtherFailuresAlone() {
    assertThat(Refusal.of(new ProducerFencedException("fenced"), CONFIG)).isEmpty();
  }

  private static String text(Throwable failure) {
    return Refusal.of(failure, CONFIG).orElseThrow().text();
  }
}
