package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.Deaths;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeathsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void noticesAnExecutorWhoseThreadEndedWithoutAWordAndABrokerThatStopped() throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.startTemporary();
    KafkaConfig kafka = KafkaConfig.of(broker.bootstrapServers());
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(1, 1);
    }
    try (ExecutorApp executor =
        ExecutorApp.start(ExecutorConfig.of(kafka, "mortal"), action -> Optional.empty())) {
      assertThat(executor.awaitReady(PATIENCE)).isTrue();
      assertThat(Deaths.of(executor)).isEmpty();
      assertThat(broker.failure()).isEmpty();

      thread("actonce-executor-mortal").interrupt();

      await().atMost(PATIENCE).until(() -> Deaths.of(executor).isPresent());
      assertThat(Deaths.of(executor))
          .get()
          .extracting(ActOnceException::code)
          .isEqualTo(ErrorCode.INTERNAL);
    } finally {
      broker.close();
    }
    assertThat(broker.failure())
        .get()
        .extracting(ActOnceException::code)
        .isEqualTo(ErrorCode.BROKER_UNAVAILABLE);
  }

  private static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findAny()
        .orElseThrow();
  }
}
