package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.metrics.Exposition;
import dev.actonce.metrics.Exposition.Sample;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Scrape;
import dev.actonce.testing.Wiretap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the pipeline, what they show of themselves, and what stays of it when one dies. */
final class GateMetricsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String COUNTS = "actonce_intents_total";

  @TempDir Path directory;
  private final CountingTarget target = new CountingTarget();
  private final List<CliProcess> running = new ArrayList<>();
  private EmbeddedBroker broker;
  private KafkaConfig kafka;
  private Wiretap wire;

  @BeforeEach
  void start() throws IOException {
    broker = EmbeddedBroker.startTemporary();
    kafka = KafkaConfig.of(broker.bootstrapServers()).withTopicPrefix("metrics.");
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(4, 1);
    }
    CommandsIT.writeCatalog(directory, target);
    wire = new Wiretap(kafka);
  }

  @AfterEach
  void stop() {
    running.forEach(CliProcess::close);
    wire.close();
    broker.close();
    target.close();
  }

  @Test
  void countsGoOnExactlyWhenAGateIsKilledInMidTrafficAndWhenAnotherJoins() throws Exception {
    CliProcess first = gate("one");
    Scrape killed = awaitReady(first);
    CompletableFuture<Void> agents = CompletableFuture.runAsync(() -> publish(0, 300));
    await().atMost(PATIENCE).until(() -> wire.dispatched().size() >= 60);
    Map<Sample, Double> before = counts(killed.metrics());
    first.close();
    first.awaitExit(PATIENCE);

    Scrape one = awaitReady(gate("one"));
    Map<Sample, Double> after = counts(one.metrics());
    assertThat(after.keySet()).containsAll(before.keySet());
    before.forEach((sample, value) -> assertThat(after.get(sample)).isGreaterThanOrEqualTo(value));
    agents.join();
    awaitTruth(300, one);

    Map<Sample, Double> alone = counts(one.metrics());
    Scrape two = awaitReady(gate("two"));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !partitions(two).isEmpty() && partitions(one).size() + partitions(two).size() == 4);
    assertThat(maximum(one, two)).isEqualTo(alone);
    publish(300, 400);
    awaitTruth(400, one, two);
  }

  @Test
  void anExecutorIsReadyOnceItServesItsShare() throws InterruptedException {
    CliProcess executor = start("executor", "--instance", "one");
    Scrape shown = awaitReady(executor);

    await().atMost(PATIENCE).until(() -> shown.metrics().sum("actonce_owned_partitions") == 4);
    assertThat(shown.get("/health/live").body()).contains("\"part\":\"executor\"");
    assertThat(executor.terminate(PATIENCE)).isZero();
  }

  /** Two with one name, and thus one transactional id: the later one fences the earlier. */
  @Test
  void anExecutorCountsTheMembershipsThatItLosesToANamesake() {
    Scrape earlier = awaitReady(start("executor", "--instance", "one"));
    start("executor", "--instance", "one");

    await()
        .atMost(PATIENCE)
        .until(() -> earlier.metrics().sum("actonce_memberships_lost_total") > 0);
  }

  /** Each key three times; none has a record key, so each is rerouted once. */
  private void publish(int from, int to) {
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

  private static void awaitTruth(int keys, Scrape... gates) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Map<Sample, Double> counts = maximum(gates);
              assertThat(sum(counts, "admitted")).isEqualTo(keys);
              assertThat(sum(counts, "in_progress")).isEqualTo(2.0 * keys);
              assertThat(counts.values().stream().mapToDouble(v -> v).sum()).isEqualTo(3.0 * keys);
            });
  }

  private static double sum(Map<Sample, Double> counts, String verdict) {
    return counts.entrySet().stream()
        .filter(entry -> verdict.equals(entry.getKey().labels().get("verdict")))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** {@code max without (instance, job)}, as the recording rule does. */
  private static Map<Sample, Double> maximum(Scrape... gates) {
    Map<Sample, Double> highest = new HashMap<>();
    for (Scrape gate : gates) {
      counts(gate.metrics()).forEach((sample, value) -> highest.merge(sample, value, Math::max));
    }
    return highest;
  }

  private static Map<Sample, Double> counts(Exposition shown) {
    Map<Sample, Double> counts = new HashMap<>();
    shown
        .samples()
        .forEach(
            (sample, value) -> {
              if (sample.name().equals(COUNTS)) {
                counts.put(sample, value);
              }
            });
    return counts;
  }

  private static Set<String> partitions(Scrape gate) {
    Set<String> partitions = new TreeSet<>();
    counts(gate.metrics()).keySet().forEach(s -> partitions.add(s.labels().get("partition")));
    return partitions;
  }

  private CliProcess gate(String instance) {
    String state = directory.resolve("state-" + instance).toString();
    return start("gate", "--instance", instance, "--state-dir", state);
  }

  private CliProcess start(String command, String... more) {
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

  /** It is live and not ready while it starts, and ready before it says so. */
  private static Scrape awaitReady(CliProcess process) {
    process.awaitPrinted(MetricsOptions.SAID);
    Scrape scrape =
        new Scrape(
            process
                .out()
                .lines()
                .filter(line -> line.startsWith(MetricsOptions.SAID))
                .map(line -> line.substring(MetricsOptions.SAID.length()))
                .findFirst()
                .orElseThrow());
    assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(scrape.get("/health/ready").statusCode()).isEqualTo(503);
    process.awaitPrinted(" ready");
    await().atMost(PATIENCE).until(() -> scrape.get("/health/ready").statusCode() == 200);
    return scrape;
  }
}
