package dev.actonce.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.config.MetricsConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.Scrape;
import dev.actonce.testing.Wiretap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that mints an id per attempt, and one that means its repeats, on a real pipeline. */
final class SuspectsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** 5 s on a machine that has time; this is for one that has none. */
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path data;
  private static CountingTarget target;
  private static EmbeddedPipeline pipeline;
  private static Wiretap wire;

  @BeforeAll
  static void start() {
    target = new CountingTarget();
    Catalog catalog =
        Catalog.parse(
            """
            tools:
              charge: { safety: keyed, http: { url: %1$s, profile: stripe } }
              first: { safety: keyed, http: { url: %1$s, profile: stripe } }
              refund: { safety: keyed, http: { url: %1$s, profile: stripe } }
              fare: { safety: keyed, repeats: meant, http: { url: %1$s, profile: stripe } }
              each_call: { safety: keyed, key: tool_call, http: { url: %1$s, profile: stripe } }
            """
                .formatted(target.url()),
            "test");
    pipeline =
        EmbeddedPipeline.start(
            data,
            0,
            catalog,
            Map.of(),
            EmbeddedPipeline.Options.DEFAULT.withMetrics(MetricsConfig.onPort(0)));
    wire = new Wiretap(pipeline.kafka());
  }

  @AfterAll
  static void stop() {
    wire.close();
    pipeline.close();
    target.close();
  }

  /** The time to report counts from the last attempt's arrival, once the watch runs. */
  @Test
  void reportsAnAgentThatMintsAnIntentIdPerAttemptSoonAndWithItsSessions() throws IOException {
    attempt("first", "one", "chat-0");
    attempt("first", "two", "chat-0");
    await().atMost(PATIENCE).until(() -> suspects("--action", "first").size() == 1);
    attempt("charge", "inv-7-try-1", "chat-1");
    attempt("charge", "inv-7-try-2", "chat-2");

    await().atMost(PATIENCE).until(() -> suspects("--action", "charge").size() == 1);

    JsonNode suspect = suspects("--action", "charge").get(0);
    assertThat(suspect.path("action").asText()).isEqualTo("charge");
    assertThat(suspect.path("keys").asInt()).isEqualTo(2);
    Instant lastAt = Instant.parse(suspect.path("lastAt").asText());
    assertThat(reportedAt(suspect)).isBetween(lastAt, lastAt.plus(SOON));
    assertThat(sessions(suspect)).containsExactly("chat-1", "chat-2");
    Cli.Ran table = run("--action", "charge");
    assertThat(table.out()).contains("sessions  chat-1 chat-2").contains("repeats: meant");
    await().atMost(PATIENCE).until(() -> counted("charge") == 1);
  }

  /** A later suspect tells that the watch has passed these. */
  @Test
  void doesNotReportRepeatsThatThePolicyMeans() throws IOException {
    attempt("fare", "ride-1", "chat-1");
    attempt("fare", "ride-2", "chat-1");
    attempt("each_call", null, "chat-1");
    attempt("each_call", null, "chat-1");
    attempt("refund", "one", "chat-1");
    attempt("refund", "two", "chat-1");

    await().atMost(PATIENCE).until(() -> suspects("--action", "refund").size() == 1);
    assertThat(suspects("--action", "fare")).isEmpty();
    assertThat(suspects("--action", "each_call")).isEmpty();
  }

  @Test
  void refusesATimeThatIsNone() {
    Cli.Ran run = run("--since", "yesterday");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--since").contains("yesterday").contains("30d");
  }

  private static void attempt(String action, @Nullable String intentId, String session) {
    ActionIntent intent =
        ActionIntent.of(
                UUID.randomUUID().toString(),
                new Scope("acme", session, "run-1", "bot"),
                action,
                "{\"amount\":7}")
            .withIntentId(intentId)
            .withToolCallId(UUID.randomUUID().toString());
    wire.publish(null, intent);
    assertThat(wire.awaitFinal(intent.requestId()).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
  }

  /** When the broker got the report. */
  private static Instant reportedAt(JsonNode suspect) {
    String topic = new TopicNames(pipeline.kafka().topicPrefix()).suspects();
    try (KafkaConsumer<byte[], byte[]> reader =
        new KafkaConsumer<>(new ClientSettings(pipeline.kafka()).assignedReader("reports"))) {
      reader.assign(
          reader.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList());
      reader.seekToBeginning(reader.assignment());
      return await()
          .atMost(PATIENCE)
          .pollInSameThread()
          .until(() -> reportedAt(reader, suspect), Optional::isPresent)
          .orElseThrow();
    }
  }

  private static Optional<Instant> reportedAt(
      KafkaConsumer<byte[], byte[]> reader, JsonNode suspect) {
    for (ConsumerRecord<byte[], byte[]> report : reader.poll(Duration.ofMillis(100))) {
      assertThat(report.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
      if (suspect.path("fingerprint").asText().equals(new String(report.key(), UTF_8))) {
        return Optional.of(Instant.ofEpochMilli(report.timestamp()));
      }
    }
    return Optional.empty();
  }

  private static double counted(String action) {
    return new Scrape(pipeline.metricsUrl().orElseThrow())
        .metrics()
        .sum("actonce_suspects_total", "action", action);
  }

  private static Set<String> sessions(JsonNode suspect) {
    Set<String> sessions = new TreeSet<>();
    suspect.path("sightings").forEach(s -> sessions.add(s.path("session").asText()));
    return sessions;
  }

  private static List<JsonNode> suspects(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    List<JsonNode> found = new ArrayList<>();
    for (String line : run(all.toArray(String[]::new)).out().lines().toList()) {
      found.add(JSON.readTree(line));
    }
    return found;
  }

  private static Cli.Ran run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("suspects"));
    all.addAll(List.of("--bootstrap-servers", pipeline.bootstrapServers()));
    all.addAll(List.of(arguments));
    return Cli.run(all.toArray(String[]::new));
  }
}
