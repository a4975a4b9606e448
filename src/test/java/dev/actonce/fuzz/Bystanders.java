package dev.actonce.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.operator.Doubts;
import dev.actonce.client.operator.Operator;
import dev.actonce.client.operator.Suspects;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Who reads the topics that others have poisoned: an agent with our SDK, and the commands of an
 * operator. Confined to the test thread.
 */
final class Bystanders implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final KafkaConfig kafka;
  private final ActOnceClient agent;

  Bystanders(KafkaConfig kafka) {
    this.kafka = kafka;
    this.agent =
        ActOnceClient.builder()
            .bootstrapServers(kafka.bootstrapServers())
            .topicPrefix(kafka.topicPrefix())
            .catalog(FuzzTools.catalog())
            .tenant("bystander")
            .build();
  }

  /** The agent acts, the operator looks. */
  void act(String orderId) {
    Intent intent =
        Intent.action(FuzzTools.GOOD).intentId(orderId).arguments(Map.of("amount", 1)).build();
    assertThat(agent.publish(intent).await(PATIENCE).status())
        .as("what an agent is told")
        .contains(OutcomeStatus.SUCCEEDED);
    look();
  }

  /** The operator looks. */
  Doubts.Unknown look() {
    try (Operator operator = Operator.open(kafka);
        Suspects suspects = operator.suspects(Instant.EPOCH)) {
      assertThat(suspects.readToEnd()).as("what is suspected").isNotNull();
      return operator.doubts().unknown();
    }
  }

  @Override
  public void close() {
    agent.close();
  }
}
