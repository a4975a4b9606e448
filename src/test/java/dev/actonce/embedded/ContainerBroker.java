package dev.actonce.embedded;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.testcontainers.kafka.KafkaContainer;

/** One broker in a container for all cases; each directory has topics of its own on it. */
final class ContainerBroker {
  private static final String IMAGE = "apache/kafka:4.4.0";
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

  private ContainerBroker() {}

  /** Made at first use; the container ends with this JVM. */
  private static final class Holder {
    static final KafkaContainer KAFKA = started();

    private static KafkaContainer started() {
      KafkaContainer container = new KafkaContainer(IMAGE);
      container.start();
      return container;
    }
  }

  static Deployment deploy(Path data, Catalog catalog) {
    KafkaConfig kafka =
        KafkaConfig.of(Holder.KAFKA.getBootstrapServers().replaceFirst("^.*://", ""))
            .withTopicPrefix("it" + Integer.toUnsignedString(data.hashCode()) + ".");
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(4, 1);
    }
    GateNode gate =
        GateNode.startWithoutWatch(
            GateConfig.of(kafka, "container", data.resolve("gate-state")),
            catalog,
            WireFormat.singleObject(),
            Metering.OFF);
    ExecutorNode executor =
        ExecutorNode.start(
            ExecutorConfig.of(kafka, "container"),
            catalog,
            Map.of(),
            WireFormat.singleObject(),
            Metering.OFF);
    gate.awaitReady(READY_TIMEOUT);
    executor.awaitReady(READY_TIMEOUT);
    return new Deployment(
        kafka,
        () -> {
          executor.close();
          gate.close();
        });
  }
}
