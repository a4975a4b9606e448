package dev.actonce.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.kafka.ClientSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SecuredBrokerIT {
  private static final List<Right> WRITE = Right.topic("actonce.intents", AclOperation.WRITE);

  private static SecuredBroker broker;

  @BeforeAll
  static void start() {
    broker = SecuredBroker.start("anna", "bert");
    broker.createTopics(1);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void deniesWhatNoRuleAllowsAndFollowsEachChange() throws Exception {
    try (Producer<byte[], byte[]> producer = producer(broker.properties("anna"))) {
      refuses(producer);
      broker.allow("anna", WRITE);
      assertThat(send(producer)).isZero();
      broker.deny("anna", WRITE);
      refuses(producer);
      broker.undeny("anna", WRITE);
      assertThat(send(producer)).isOne();
      broker.revoke("anna", WRITE);
      refuses(producer);
    }
  }

  @Test
  void knowsItsPrincipalsByTheirPasswords() {
    Map<String, String> properties = new HashMap<>(broker.properties("bert"));
    properties.replaceAll((name, value) -> value.replace("bert-secret", "guessed"));

    try (Producer<byte[], byte[]> producer = producer(properties)) {
      assertThatThrownBy(() -> send(producer))
          .hasRootCauseInstanceOf(SaslAuthenticationException.class);
    }
  }

  private static void refuses(Producer<byte[], byte[]> producer) {
    assertThatThrownBy(() -> send(producer))
        .hasRootCauseInstanceOf(TopicAuthorizationException.class);
  }

  private static long send(Producer<byte[], byte[]> producer) throws Exception {
    return producer
        .send(new ProducerRecord<>("actonce.intents", new byte[1]))
        .get(60, TimeUnit.SECONDS)
        .offset();
  }

  private static Producer<byte[], byte[]> producer(Map<String, String> properties) {
    return new KafkaProducer<>(
        new ClientSettings(broker.kafka("anna").withClientProperties(properties))
            .agentProducer("test"));
  }
}
