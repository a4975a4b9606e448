package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.testing.LongRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark counts right and leaves nothing behind; how fast anything is does not matter. */
@LongRun
class BenchIT {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  @TempDir Path directory;

  @Test
  void measuresThePipelineBesideKafkaAlone() throws Exception {
    JsonNode report =
        bench("--baseline", "--duplicates", "0.3", "--duplicate-keys", "20", "--executors", "2");

    assertMeasured(report);
    assertThat(report.path("answers").path("ALREADY_DONE").asLong()).isPositive();
    assertThat(report.path("phases").fieldNames())
        .toIterable()
        .containsExactly("one_in_flight", "half_rate");
    report.path("phases").forEach(BenchIT::assertPhase);
    JsonNode kafka = report.path("baseline");
    assertThat(kafka.path("chain_throughput_per_s").asDouble()).isPositive();
    assertThat(kafka.path("floor_p50_ms").asDouble()).isPositive();
    assertThat(kafka.path("floor_p99_ms").asDouble())
        .isGreaterThanOrEqualTo(kafka.path("floor_p50_ms").asDouble());
    assertThat(report.path("throughput_ratio").asDouble()).isPositive();
    assertThat(report.path("p50_ratio").asDouble()).isPositive();
  }

  @Test
  void publishesOnScheduleToAProviderOverHttp() throws Exception {
    JsonNode report = bench("--http", "--rate", "50", "--live-keys", "30");

    assertMeasured(report);
    assertThat(report.path("mode").asText()).isEqualTo("rate");
    assertThat(report.path("published").asLong() + report.path("unsent").asLong()).isEqualTo(250);
    assertThat(report.path("actions").asLong())
        .isGreaterThanOrEqualTo(report.path("published").asLong() + 30);
  }

  @Test
  void leavesNoTopicOnABrokerOfTheUsers() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
      JsonNode report = bench("--bootstrap-servers", broker.bootstrapServers(), "--one-in-flight");

      assertMeasured(report);
      await("topics deleted")
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(topics(broker)).noneMatch(t -> t.contains("bench")));
    }
  }

  @Test
  void refusesTwoKindsOfPressure() {
    Cli.Ran ran = Cli.run("bench", "--rate", "10", "--saturate");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--rate").contains("--saturate");
  }

  @Test
  void refusesADurationThatIsNone() {
    Cli.Ran ran = Cli.run("bench", "--duration", "soon");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--duration").contains("soon");
  }

  private static JsonNode bench(String... flags) throws Exception {
    String[] common = {
      "bench", "--json", "--warm-up", "1s", "--duration", "4s", "--in-flight", "50"
    };
    String[] all = Arrays.copyOf(common, common.length + flags.length);
    System.arraycopy(flags, 0, all, common.length, flags.length);
    Cli.Ran ran = Cli.run(all);
    assertThat(ran.exitCode()).as(ran.err() + ran.out()).isZero();
    return JSON.readTree(ran.out());
  }

  private static void assertMeasured(JsonNode report) {
    assertPhase(report);
    assertThat(report.path("escaped_duplicates").asLong(-1)).isZero();
    assertThat(report.path("missing_effects").asLong(-1)).isZero();
    assertThat(report.path("actions").asLong()).isPositive();
    assertThat(report.path("state_bytes").asLong()).isPositive();
    assertThat(report.path("success").asBoolean()).isTrue();
  }

  private static void assertPhase(JsonNode phase) {
    assertThat(phase.path("throughput_per_s").asDouble()).isPositive();
    assertThat(phase.path("e2e_p50_ms").asDouble()).isPositive();
    assertThat(phase.path("e2e_p999_ms").asDouble())
        .isGreaterThanOrEqualTo(phase.path("e2e_p99_ms").asDouble());
    for (String stage : Set.of("gate", "claim", "effect", "outcome")) {
      assertThat(phase.path("stages").path(stage).path("count").asLong()).as(stage).isPositive();
    }
    assertThat(phase.path("unresolved").asLong(-1)).isZero();
    assertThat(phase.path("refused").asLong(-1)).isZero();
    assertThat(phase.path("cpu_seconds_per_1000_intents").asDouble()).isPositive();
    assertThat(phase.path("bytes_written_per_intent").asLong()).isPositive();
  }

  private static Set<String> topics(EmbeddedBroker broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin.listTopics().names().get(60, TimeUnit.SECONDS);
    }
  }
}
