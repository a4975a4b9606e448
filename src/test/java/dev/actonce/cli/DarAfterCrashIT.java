package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.testing.LongRun;
import dev.actonce.testing.PrometheusProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The duplicate action rate as a real Prometheus tells it, while gates die and join. */
@LongRun
final class DarAfterCrashIT {
  private static final Duration PATIENCE = PipelineProcesses.PATIENCE;
  private static final String ASKED = "sum(actonce:asked:total)";
  private static final String PAST = ASKED + "[15m:1s])";

  @TempDir Path directory;

  @Test
  void isTheSameAfterAKillInMidTrafficAndAfterARebalance() throws Exception {
    PrometheusProcess.assumeInstalled();
    try (PipelineProcesses processes = new PipelineProcesses(directory);
        PrometheusProcess prometheus = PrometheusProcess.start(directory)) {
      CliProcess first = watched("killed", processes, prometheus);
      CompletableFuture<Void> agents = CompletableFuture.runAsync(() -> processes.publish(0, 300));
      await()
          .atMost(PATIENCE)
          .until(() -> processes.approved() >= 60 && !prometheus.query(ASKED).isEmpty());
      first.close();
      first.awaitExit(PATIENCE);
      watched("successor", processes, prometheus);
      agents.join();
      awaitTruth(prometheus, 900);

      watched("joined", processes, prometheus);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(shown(prometheus, "joined")).isPositive());
      awaitTruth(prometheus, 900);
      processes.publish(300, 400);
      awaitTruth(prometheus, 1_200);

      // At no second of all this was anything counted twice, or forgotten.
      awaitPast(prometheus, 1_200);
      assertThat(value(prometheus, "max_over_time(" + PAST)).isEqualTo(1_200);
      assertThat(value(prometheus, "resets(" + PAST)).isZero();
    }
  }

  private static CliProcess watched(
      String name, PipelineProcesses processes, PrometheusProcess prometheus) {
    CliProcess gate = processes.gate(name);
    prometheus.watch(name, PipelineProcesses.metricsUrl(gate));
    gate.awaitPrinted(" ready");
    return gate;
  }

  /** Two of three are duplicates. */
  private static void awaitTruth(PrometheusProcess prometheus, int asked) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(value(prometheus, ASKED)).isEqualTo(asked);
              assertThat(value(prometheus, "actonce:dar:ratio")).isEqualTo(2.0 / 3);
            });
  }

  /** A look at the past takes whole seconds only: its last one can be before the newest sample. */
  private static void awaitPast(PrometheusProcess prometheus, int asked) {
    await().atMost(PATIENCE).until(() -> value(prometheus, "last_over_time(" + PAST) == asked);
  }

  /** Partitions that a gate shows counts of. */
  private static int shown(PrometheusProcess prometheus, String instance) {
    return prometheus
        .query("sum by (partition) (actonce_intents_total{instance=\"" + instance + "\"})")
        .size();
  }

  private static double value(PrometheusProcess prometheus, String query) {
    return prometheus.query(query).values().stream().findFirst().orElse(Double.NaN);
  }
}
