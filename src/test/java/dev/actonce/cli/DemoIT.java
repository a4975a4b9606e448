package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.testing.BrokerProcess;
import dev.actonce.testing.LongRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo keeps its promise: one charge for each action, and an answer for each publish. */
@LongRun
class DemoIT {
  private static final long LIMIT_SECONDS = 600;
  private static final String[] DEMO = {
    "demo",
    "--intents",
    "200",
    "--lost-responses",
    "0.2",
    "--duplicates",
    "0.5",
    "--one-at-a-time",
    "0",
    "--json"
  };
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  @TempDir Path directory;

  @Test
  void chargesOnceWithProcessesOnABrokerOfTheUsers() throws Exception {
    try (BrokerProcess broker = BrokerProcess.start(directory)) {
      CompletableFuture<Cli.Ran> ran =
          CompletableFuture.supplyAsync(() -> demo("--bootstrap", broker.bootstrapServers()));
      await("gate and executor run as processes")
          .atMost(Duration.ofSeconds(90))
          .until(() -> ran.isDone() || children().size() == 3);
      assertThat(children()).contains(broker.pid()).hasSize(3);

      assertSuccess(ran.get(LIMIT_SECONDS, TimeUnit.SECONDS));

      assertThat(children()).containsExactly(broker.pid());
      await("topics deleted")
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(topics(broker)).noneMatch(t -> t.startsWith("actonce")));
    }
  }

  @Test
  void leavesNothingOnABrokerOfTheUsersWhenItIsStopped() throws Exception {
    try (BrokerProcess broker = BrokerProcess.start(directory);
        CliProcess demo =
            CliProcess.start(
                directory, Map.of(), "demo", "--bootstrap", broker.bootstrapServers())) {
      await("gate and executor run as processes")
          .atMost(Duration.ofSeconds(90))
          .until(() -> children().size() == 4);

      assertThat(demo.terminate(Duration.ofSeconds(60))).isNotZero();

      assertThat(children()).containsExactly(broker.pid());
      await("topics deleted")
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(topics(broker)).noneMatch(t -> t.startsWith("actonce")));
    }
  }

  @Test
  void chargesOnceInOneProcessAndSaysOnStandardErrorOnlyHowFarItIs() throws Exception {
    try (CliProcess demo = CliProcess.startAsLaunched(directory, DEMO)) {
      assertThat(demo.awaitExit(Duration.ofSeconds(LIMIT_SECONDS))).isZero();

      assertReport(demo.out());
      assertThat(demo.complaints()).isNotEmpty().allMatch(line -> line.startsWith("demo: "));
      // Whatever a machine under load makes Kafka say, these two were ended.
      assertThat(demo.err()).doesNotContain("OutOfOrderSequence", "UnknownTopicOrPartition");
    }
  }

  private static Cli.Ran demo(String... more) {
    List<String> line = new ArrayList<>(List.of(DEMO));
    line.add("--quiet");
    line.addAll(List.of(more));
    return Cli.run(line.toArray(new String[0]));
  }

  private static void assertSuccess(Cli.Ran ran) throws JsonProcessingException {
    assertThat(ran.err()).isEmpty();
    assertReport(ran.out());
    assertThat(ran.exitCode()).isZero();
  }

  private static void assertReport(String json) throws JsonProcessingException {
    JsonNode report = JSON.readTree(json);
    assertThat(report.properties().stream().map(Map.Entry::getKey))
        .contains("intents", "published", "effects", "escaped_duplicates", "missing_effects")
        .contains("unresolved", "naive_effects", "blocked", "dar", "e2e_p50_ms", "e2e_p99_ms")
        .contains("seconds");
    assertThat(report.path("intents").asInt()).isEqualTo(200);
    assertThat(report.path("effects").asInt()).isEqualTo(200);
    assertThat(report.path("escaped_duplicates").asInt(-1)).isZero();
    assertThat(report.path("missing_effects").asInt(-1)).isZero();
    assertThat(report.path("unresolved").asInt(-1)).isZero();
    assertThat(report.path("published").asInt()).isGreaterThan(200);
    assertThat(report.path("naive_effects").asInt()).isGreaterThan(200);
  }

  private static Set<Long> children() {
    return ProcessHandle.current()
        .descendants()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private static Set<String> topics(BrokerProcess broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin.listTopics().names().get(60, TimeUnit.SECONDS);
    }
  }
}
