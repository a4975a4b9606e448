package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Wiretap;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A gate and an executor on one partition of a given broker, which a test stops and starts one by
 * one, with a counting target and a wiretap. Confined to the test thread.
 */
final class PipelineParts implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  final KafkaConfig kafka;
  final TopicNames topics;
  final CountingTarget target = new CountingTarget();
  final Wiretap wire;
  private final Path stateDirectory;
  private final Catalog catalog;
  private GateNode gate;
  private ExecutorNode executor;

  @SuppressWarnings("NullAway.Init") // Started by the methods called at the end.
  PipelineParts(KafkaConfig kafka, Path stateDirectory) {
    this.kafka = kafka;
    this.stateDirectory = stateDirectory;
    topics = new TopicNames(kafka.topicPrefix());
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(1, 1);
    }
    catalog =
        Catalog.parse(
            """
            tools:
              charge:
                safety: unsafe
                window: 1s
                http: { method: POST, url: %s, timeout: 30s }
            """
                .formatted(target.url()),
            "test");
    wire = new Wiretap(kafka);
    startGate();
    startExecutor("one");
  }

  void startGate() {
    gate =
        GateNode.startWithoutWatch(
            GateConfig.of(kafka, "parts", stateDirectory),
            catalog,
            WireFormat.singleObject(),
            Metering.OFF);
    gate.awaitReady(PATIENCE);
  }

  void stopGate() {
    gate.close();
  }

  void startExecutor(String instance) {
    beginExecutor(instance);
    executor.awaitReady(PATIENCE);
  }

  /** Starts one that may have to wait before it is ready. */
  void beginExecutor(String instance) {
    executor =
        ExecutorNode.start(
            new ExecutorConfig(kafka, instance, 16, Duration.ofSeconds(2)),
            catalog,
            Map.of(),
            WireFormat.singleObject(),
            Metering.OFF);
  }

  void stopExecutor() {
    executor.close();
  }

  /** A gate that has just recovered may still be joining its group again. */
  void assertBothRun() {
    await().atMost(PATIENCE).until(() -> gate.isReady() || gate.failure().isPresent());
    assertThat(gate.failure()).isEmpty();
    assertThat(executor.failure()).isEmpty();
  }

  /** Publishes a charge without a business id, so that its window of a second blocks repeats. */
  ActionIntent charge(String customer) {
    ActionIntent intent =
        Intents.intent("charge", null, "{\"customer\":\"" + customer + "\",\"amount\":149}");
    wire.publish(null, intent);
    return intent;
  }

  OutcomeEvent awaitFinal(ActionIntent intent) {
    return wire.awaitFinal(intent.requestId());
  }

  /** The gate's group, which is its application. */
  String gateGroup() {
    return GateConfig.of(kafka, "any", stateDirectory).applicationId();
  }

  String executorGroup() {
    return ExecutorConfig.of(kafka, "any").group();
  }

  @Override
  public void close() {
    executor.close();
    gate.close();
    wire.close();
    target.close();
  }
}
