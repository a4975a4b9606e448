package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.config.MetricsConfig;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.testing.BrokerProcess;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Scrape;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate whose broker goes away for a while. */
@LongRun
class GateOutageIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path directory;

  @Test
  void isLiveButNotReadyWhileItsBrokerIsAwayAndSaysSo() throws Exception {
    Path data = directory.resolve("broker");
    BrokerProcess broker = BrokerProcess.start(data);
    KafkaConfig kafka = KafkaConfig.of(broker.bootstrapServers());
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(1, 1);
    }
    Catalog catalog = Catalog.of(Tool.of(ToolPolicy.of("pay", SafetyClass.KEYED)));
    try (Metering metering = Metering.start(Optional.of(MetricsConfig.onPort(0)), kafka, catalog);
        GateNode gate =
            GateNode.startWithoutWatch(
                GateConfig.of(kafka, "outage", directory.resolve("state")),
                catalog,
                WireFormat.singleObject(),
                metering)) {
      Scrape scrape = new Scrape(metering.url().orElseThrow());
      await().atMost(PATIENCE).until(() -> status(scrape, "/health/ready") == 200);
      int port = broker.clientPort();

      broker.kill();
      await().atMost(PATIENCE).until(() -> status(scrape, "/health/ready") == 503);
      assertThat(scrape.get("/health/ready").body()).contains("waits for the brokers");
      assertThat(status(scrape, "/health/live")).isEqualTo(200);

      broker = BrokerProcess.start(data, port);
      await().atMost(PATIENCE).until(() -> status(scrape, "/health/ready") == 200);
      assertThat(gate.failure()).isEmpty();
    } finally {
      broker.close();
    }
  }

  private static int status(Scrape scrape, String path) {
    return scrape.get(path).statusCode();
  }
}
