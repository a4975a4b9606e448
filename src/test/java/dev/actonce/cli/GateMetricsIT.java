package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.metrics.Exposition;
import dev.actonce.metrics.Exposition.Sample;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Scrape;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the pipeline, what they show of themselves, and what stays of it when one dies. */
@LongRun
final class GateMetricsIT {
  private static final Duration PATIENCE = PipelineProcesses.PATIENCE;
  private static final String COUNTS = "actonce_intents_total";

  @TempDir Path directory;
  private PipelineProcesses processes;

  @BeforeEach
  void start() throws IOException {
    processes = new PipelineProcesses(directory);
  }

  @AfterEach
  void stop() {
    processes.close();
  }

  @Test
  void aSecondGateInTheSameStateDirectoryEndsWithOneLineThatNamesTheFlag() throws Exception {
    Scrape first = PipelineProcesses.awaitReady(processes.gate("one"));

    CliProcess second = processes.gate("one");

    assertThat(second.awaitExit(PATIENCE)).isEqualTo(2);
    assertThat(second.err().lines().filter(line -> line.startsWith("actonce: ")))
        .singleElement()
        .isEqualTo(
            "actonce: state directory '%s' belongs to another gate; give --gate-state-dir"
                .formatted(directory.resolve("state-one")));
    assertThat(second.err()).doesNotContain("Exception");
    assertThat(first.get("/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void countsGoOnExactlyWhenAGateIsKilledInMidTrafficAndWhenAnotherJoins() throws Exception {
    CliProcess first = processes.gate("one");
    Scrape killed = PipelineProcesses.awaitReady(first);
    CompletableFuture<Void> agents = CompletableFuture.runAsync(() -> processes.publish(0, 300));
    await().atMost(PATIENCE).until(() -> processes.approved() >= 60);
    Map<Sample, Double> before = counts(killed.metrics());
    first.close();
    first.awaitExit(PATIENCE);

    Scrape one = PipelineProcesses.awaitReady(processes.gate("one"));
    Map<Sample, Double> after =
        await()
            .atMost(PATIENCE)
            .until(() -> counts(one.metrics()), shown -> showsAll(shown, before));
    before.forEach((sample, value) -> assertThat(after.get(sample)).isGreaterThanOrEqualTo(value));
    agents.join();
    awaitTruth(300, one);

    Map<Sample, Double> alone = counts(one.metrics());
    Scrape two = PipelineProcesses.awaitReady(processes.gate("two"));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !partitions(two).isEmpty() && partitions(one).size() + partitions(two).size() == 4);
    // A partition that moves on is shown by neither for a moment.
    Map<Sample, Double> together =
        await().atMost(PATIENCE).until(() -> maximum(one, two), shown -> showsAll(shown, alone));
    assertThat(together).isEqualTo(alone);
    processes.publish(300, 400);
    awaitTruth(400, one, two);
  }

  @Test
  void anExecutorIsReadyOnceItServesItsShare() throws InterruptedException {
    CliProcess executor = processes.start("executor", "--instance", "one");
    Scrape shown = PipelineProcesses.awaitReady(executor);

    await().atMost(PATIENCE).until(() -> shown.metrics().sum("actonce_owned_partitions") == 4);
    assertThat(shown.get("/health/live").body()).contains("\"part\":\"executor\"");
    assertThat(executor.terminate(PATIENCE)).isZero();
  }

  /** Two with one name, and thus one transactional id: the later one fences the earlier. */
  @Test
  void anExecutorCountsTheMembershipsThatItLosesToANamesake() {
    Scrape earlier = PipelineProcesses.awaitReady(processes.start("executor", "--instance", "one"));
    processes.start("executor", "--instance", "one");

    await()
        .atMost(PATIENCE)
        .until(() -> earlier.metrics().sum("actonce_memberships_lost_total") > 0);
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

  private static boolean showsAll(Map<Sample, Double> shown, Map<Sample, Double> wanted) {
    return shown.keySet().containsAll(wanted.keySet());
  }

  private static Set<String> partitions(Scrape gate) {
    Set<String> partitions = new TreeSet<>();
    counts(gate.metrics()).keySet().forEach(s -> partitions.add(s.labels().get("partition")));
    return partitions;
  }
}
