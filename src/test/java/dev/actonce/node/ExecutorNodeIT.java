package dev.actonce.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.wire.WireFormat;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExecutorNodeIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void noticesAThreadThatEndedWithoutAWordAndABrokerThatStopped() {
    EmbeddedBroker broker = EmbeddedBroker.startTemporary();
    KafkaConfig kafka = KafkaConfig.of(broker.bootstrapServers());
    createTopics(kafka);
    try (ExecutorNode executor = start(kafka)) {
      executor.awaitReady(PATIENCE);
      assertThat(executor.isReady()).isTrue();
      assertThat(executor.failure()).isEmpty();
      assertThat(broker.failure()).isEmpty();

      thread("actonce-executor-mortal").interrupt();

      await().atMost(PATIENCE).until(() -> executor.failure().isPresent());
      assertThat(executor.failure())
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

  @Test
  void hasNoFailureOnceItIsClosedAndStartsOnNoTopicsThatDoNotFit() {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary()) {
      KafkaConfig kafka = KafkaConfig.of(broker.bootstrapServers());
      assertThatThrownBy(() -> start(kafka).close())
          .isInstanceOfSatisfying(
              ActOnceException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPIC_MISCONFIGURED))
          .hasMessageContaining("actonce.dispatch");
      createTopics(kafka);

      ExecutorNode executor = start(kafka);
      executor.awaitReady(PATIENCE);
      executor.close();

      assertThat(executor.failure()).isEmpty();
    }
  }

  private static ExecutorNode start(KafkaConfig kafka) {
    return ExecutorNode.start(
        ExecutorConfig.of(kafka, "mortal"),
        Catalog.of(Tool.of(ToolPolicy.of("pay", SafetyClass.UNSAFE))),
        Map.of("pay", call -> new ActionResult.Succeeded("{}", null)),
        WireFormat.singleObject(),
        Metering.OFF);
  }

  private static void createTopics(KafkaConfig kafka) {
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(1, 1);
    }
  }

  private static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findAny()
        .orElseThrow();
  }
}
