package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Scrape;
import dev.actonce.testing.SharedBroker;
import dev.actonce.testing.Wiretap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Gates and executors as processes of their own that show their metrics, with four partitions of
 * each topic. Confined to the test thread.
 */
final class PipelineProcesses implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(120);

  private final Path directory;
  private final CountingTarget target = new CountingTarget();
  private final List<CliProcess> running = new ArrayList<>();
  private final KafkaConfig kafka;
  private final Wiretap wire;

  PipelineProcesses(Path directory) throws IOException {
    this.directory = directory;
    kafka = SharedBroker.kafka("metrics");
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(4, 1);
    }
    CommandsIT.writeCatalog(directory, target);
    wire = new Wiretap(kafka);
  }

  CliProcess gate(String instance) {
    String state = directory.resolve("state-" + instance).toString();
    return start("gate", "--instance", instance, "--state-dir", state);
  }

  CliProcess start(String command, String... more) {
    List<String> line = new ArrayList<>(List.of(command, "--metrics-port", "0"));
    line.addAll(List.of("--bootstrap-servers", kafka.bootstrapServers()));
    line.addAll(List.of("--topic-prefix", kafka.topicPrefix(), "--catalog", "tools.yaml"));
    line.addAll(List.of(more));
    CliProcess process =
        CliProcess.start(
            directory,
            Map.of("ACTONCE_EXECUTOR_SESSION_TIMEOUT", "6s"),
            line.toArray(String[]::new));
    running.add(process);
    return process;
  }

  /** It is live while it starts, and ready before it says so. */
  static Scrape awaitReady(CliProcess process) {
    Scrape scrape = new Scrape(metricsUrl(process));
    assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
    process.awaitPrinted(" ready");
    await().atMost(PATIENCE).until(() -> scrape.get("/health/ready").statusCode() == 200);
    return scrape;
  }

  /** Where it says that its metrics are. */
  static String metricsUrl(CliProcess process) {
    process.awaitPrinted(MetricsOptions.SAID);
    return process
        .out()
        .lines()
        .filter(line -> line.startsWith(MetricsOptions.SAID))
        .map(line -> line.substring(MetricsOptions.SAID.length()))
        .findFirst()
        .orElseThrow();
  }

  /** Each key three times; none has a record key, so each is rerouted once. */
  void publish(int from, int to) {
    for (int i = from; i < to; i++) {
      ActionIntent intent =
          Intents.intent(
              "charge_card",
              "inv-" + i,
              "{\"customer_id\":\"c\",\"amount\":149,\"currency\":\"EUR\"}");
      wire.publish(null, intent);
      wire.publish(null, Intents.again(intent));
      wire.publish(null, Intents.again(intent));
    }
  }

  /** How many actions were approved so far. */
  int approved() {
    return wire.dispatched().size();
  }

  @Override
  public void close() {
    running.forEach(CliProcess::close);
    wire.close();
    target.close();
  }
}
