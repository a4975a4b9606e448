package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.MetricsConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import dev.actonce.core.Settlement;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.metrics.Exposition;
import dev.actonce.metrics.Metric;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Scrape;
import dev.actonce.testing.Wiretap;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traffic of which the truth is known, and what the metrics of the whole pipeline say of it. */
final class MetricsIT {
  private static final int PARTITIONS = EmbeddedPipeline.Options.DEFAULT.partitions();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path data;
  private CountingTarget target;
  private Catalog catalog;
  private EmbeddedPipeline pipeline;
  private Wiretap wire;
  private Scrape scrape;

  @BeforeEach
  void start() {
    target = new CountingTarget();
    catalog =
        Catalog.parse(
            """
            tools:
              charge:
                safety: keyed
                identity: [customer, amount]
                arguments: { type: object, required: [customer, amount] }
                retry: { attempts: 4, backoff: 20ms..50ms }
                max_in_flight: 7
                http:
                  method: POST
                  url: %1$s
                  key_header: Idempotency-Key
                  timeout: 5s
                  not_executed: [402]
              note:
                safety: unsafe
                http: { method: POST, url: %1$s, timeout: 5s }
            """
                .formatted(target.url()),
            "test");
    startPipeline();
  }

  @AfterEach
  void stop() {
    stopPipeline();
    target.close();
  }

  @Test
  void countsEachVerdictCauseAndOutcomeExactlyAndAlsoAfterARestart() {
    playKnownTraffic();
    await().atMost(PATIENCE).untilAsserted(this::assertTruth);

    stopPipeline();
    startPipeline();

    await().atMost(PATIENCE).untilAsserted(this::assertTruth);
  }

  @Test
  void showsWhatTheExecutorIsAtAndHowLongThingsTake() {
    target.delayAnswers(3_000);
    ActionIntent slow = charge("slow", "1");
    wire.publish(null, slow);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Exposition shown = scrape.metrics();
              assertThat(shown.sum("actonce_in_flight", "action", "charge")).isEqualTo(1);
              assertThat(shown.sum("actonce_claims", "action", "charge", "state", "claimed"))
                  .isEqualTo(1);
            });
    target.delayAnswers(0);
    target.plan(Plan.BUSY);
    ActionIntent busy = charge("busy", "1");
    wire.publish(null, busy);
    awaitStatus(slow, OutcomeStatus.SUCCEEDED);
    awaitStatus(busy, OutcomeStatus.SUCCEEDED);
    wire.sendTo(pipeline.kafka().topicPrefix() + "settlements", "key", new byte[] {1, 2, 3});

    await().atMost(PATIENCE).untilAsserted(() -> assertWork(scrape.metrics()));
  }

  private static void assertWork(Exposition shown) {
    String[] succeeded = {"action", "charge", "result", "succeeded"};
    String[] failed = {"action", "charge", "result", "failed"};
    assertThat(shown.sum("actonce_effect_duration_seconds_count", succeeded)).isEqualTo(2);
    assertThat(shown.sum("actonce_effect_duration_seconds_sum", succeeded)).isBetween(3.0, 60.0);
    assertThat(shown.sum("actonce_effect_duration_seconds_count", failed)).isEqualTo(1);
    assertThat(shown.sum("actonce_retries_total", "action", "charge")).isEqualTo(1);
    assertThat(shown.sum("actonce_gate_duration_seconds_count")).isEqualTo(2);
    assertThat(shown.sum("actonce_claim_duration_seconds_count")).isEqualTo(2);
    assertThat(shown.sum("actonce_outcome_duration_seconds_count")).isEqualTo(2);
    assertThat(
            shown.sum(
                "actonce_action_duration_seconds_count", "action", "charge", "status", "succeeded"))
        .isEqualTo(2);
    assertThat(shown.sum("actonce_commit_duration_seconds_count")).isPositive();
    assertThat(shown.sum("actonce_executor_dead_letters_total")).isEqualTo(1);
    assertThat(shown.sum("actonce_in_flight", "action", "charge")).isZero();
    assertThat(shown.sum("actonce_in_flight_limit", "action", "charge")).isEqualTo(7);
    assertThat(shown.sum("actonce_owned_partitions")).isEqualTo(PARTITIONS);
    assertThat(shown.sum("actonce_restoring")).isZero();
    assertThat(shown.sum("actonce_stable_offset_lag", "topic", "dispatch")).isZero();
    assertThat(shown.labelsOf("actonce_backlog")).contains("topic", "partition");
    assertThat(shown.sum("actonce_kafka_stream_threads", "client", "gate-streams")).isEqualTo(1);
    assertThat(shown.sum("actonce_refresh_failures_total")).isZero();
  }

  @Test
  void showsNothingThatThePageDoesNotName() {
    playKnownTraffic();
    Set<String> named = new TreeSet<>();
    for (Metric metric : Metric.values()) {
      named.add(metric.exposedName());
      named.add(metric.exposedName() + "_max");
    }

    assertThat(scrape.metrics().types().keySet()).isSubsetOf(named).hasSizeGreaterThan(30);
  }

  @Test
  void doesNotGrowWithTheNumberOfKeys() {
    target.delayAnswers(30); // So that the first repetition of each key comes while it runs.
    publishKeys(0, 100);
    // The brokers are asked every 15 s; before, a partition may have had no commit yet.
    await()
        .atMost(PATIENCE)
        .until(() -> scrape.metrics().count("actonce_backlog") == 3 * PARTITIONS);
    long before = ownSeries();

    publishKeys(100, 500);

    assertThat(ownSeries()).isEqualTo(before);
  }

  /** Without the Kafka clients' own, which come and go with what a client does. */
  private long ownSeries() {
    return scrape.metrics().samples().keySet().stream()
        .filter(sample -> !sample.name().startsWith("actonce_kafka_"))
        .count();
  }

  @Test
  void answersForItsHealth() {
    assertThat(scrape.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(scrape.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(scrape.get("/health/ready").body())
        .contains("\"status\":\"up\"", "\"part\":\"gate\"", "\"part\":\"executor\"", "is RUNNING");
    assertThat(scrape.metrics().sum("actonce_ready", "part", "gate")).isEqualTo(1);
    assertThat(scrape.metrics().sum("actonce_up", "part", "executor")).isEqualTo(1);
  }

  /** 13 admitted, 18 + 1 blocked, 1 conflict, 3 rejected, 2 put aside. */
  private void playKnownTraffic() {
    for (int i = 0; i < 8; i++) {
      ActionIntent intent = charge("inv-" + i, "149");
      wire.publish(null, intent);
      awaitStatus(intent, OutcomeStatus.SUCCEEDED);
    }
    target.plan(Plan.DECLINE);
    ActionIntent declined = charge("declined", "1");
    wire.publish(null, declined);
    awaitStatus(declined, OutcomeStatus.FAILED);
    ActionIntent again = Intents.again(declined);
    wire.publish(null, again);
    awaitStatus(again, OutcomeStatus.SUCCEEDED);
    playDuplicates();
    playRefusals();
    playDoubt();
  }

  private void playDuplicates() {
    ActionIntent first = charge("loved", "7");
    wire.publish(null, first);
    awaitStatus(first, OutcomeStatus.SUCCEEDED);
    for (int i = 0; i < 3; i++) {
      block(Intents.again(first));
    }
    block(from(first, "run-1", "another-call"));
    block(from(first, "run-2", null));
    for (int i = 0; i < 13; i++) { // With the five above, the 11th and later ones are a loop.
      block(Intents.again(first));
    }
  }

  private void playRefusals() {
    ActionIntent conflict = charge("loved", "8");
    wire.publish(null, conflict);
    awaitStatus(conflict, OutcomeStatus.CONFLICT);
    for (ActionIntent refused :
        new ActionIntent[] {
          Intents.intent("chrage", "x", "{}"),
          Intents.intent("charge", "y", "{\"customer\":\"c\"}"),
          Intents.intent("charge", "z", "{\"customer\":")
        }) {
      wire.publish(null, refused);
      awaitStatus(refused, OutcomeStatus.REJECTED);
    }
    wire.sendRaw(0, "short", new byte[] {1, 2, 3});
    wire.sendRaw(1, "none", null);
  }

  /** One doubt that stays and is asked about once, and one that a person settles. */
  private void playDoubt() {
    for (int i = 0; i < 2; i++) {
      target.plan(Plan.EFFECT_THEN_DROP);
      ActionIntent lost = Intents.intent("note", "lost-" + i, "{}");
      wire.publish(null, lost);
      OutcomeEvent unknown = awaitStatus(lost, OutcomeStatus.UNKNOWN);
      if (i == 0) {
        ActionIntent asks = Intents.again(lost);
        wire.publish(null, asks);
        awaitStatus(asks, OutcomeStatus.UNKNOWN);
      } else {
        wire.settle(settlement(unknown));
        awaitStatus(lost, OutcomeStatus.SUCCEEDED);
      }
    }
  }

  private void assertTruth() {
    Exposition shown = scrape.metrics();
    Map<String, Long> intents = new TreeMap<>();
    shown
        .samples()
        .forEach(
            (sample, value) -> {
              if (sample.name().equals("actonce_intents_total")) {
                Map<String, String> labels = new TreeMap<>(sample.labels());
                labels.remove("partition");
                intents.merge(String.join(" ", labels.values()), value.longValue(), Long::sum);
              }
            });
    // The values of action, cause or code, tenant and verdict, as far as they are there.
    assertThat(intents)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("charge acme admitted", 11L),
                Map.entry("note acme admitted", 2L),
                Map.entry("charge same_call acme already_done", 8L),
                Map.entry("charge new_call acme already_done", 1L),
                Map.entry("charge new_run acme already_done", 1L),
                Map.entry("charge loop acme already_done", 8L),
                Map.entry("note same_call acme unknown", 1L),
                Map.entry("charge acme conflict", 1L),
                Map.entry("unknown_action acme rejected", 1L),
                Map.entry("charge schema_violation acme rejected", 1L),
                Map.entry("charge invalid_arguments acme rejected", 1L)));
    assertThat(shown.sum("actonce_outcomes_total", "status", "succeeded")).isEqualTo(11);
    assertThat(shown.sum("actonce_outcomes_total", "status", "failed")).isEqualTo(1);
    assertThat(shown.sum("actonce_outcomes_total", "status", "unknown", "tenant", "acme"))
        .isEqualTo(2);
    assertThat(shown.sum("actonce_settled_total", "source", "operator")).isEqualTo(1);
    assertThat(shown.sum("actonce_settled_total")).isEqualTo(1);
    assertThat(shown.sum("actonce_dead_letters_total", "reason", "undecodable")).isEqualTo(1);
    assertThat(shown.sum("actonce_dead_letters_total", "reason", "no_value")).isEqualTo(1);
    // Every intent that was not refused came without a key.
    assertThat(shown.sum("actonce_reroutes_total")).isEqualTo(11 + 2 + 18 + 1 + 1);
    assertThat(shown.sum("actonce_claims", "action", "note", "state", "unknown")).isEqualTo(1);
    assertThat(shown.sum("actonce_unknown_oldest_age_seconds", "action", "note")).isPositive();
    assertThat(shown.sum("actonce_unknown_oldest_age_seconds", "action", "charge")).isZero();
  }

  private void publishKeys(int from, int to) {
    for (int i = from; i < to; i++) {
      ActionIntent intent = charge("k-" + i, "1");
      wire.publish(null, intent);
      wire.publish(null, Intents.again(intent));
    }
    awaitCount("actonce_outcomes_total", to, "status", "succeeded");
    for (int i = from; i < to; i++) {
      wire.publish(null, charge("k-" + i, "1"));
    }
    awaitCount("actonce_intents_total", 3L * to);
    awaitCount("actonce_intents_total", to, "verdict", "admitted");
  }

  private void awaitCount(String name, long count, String... labels) {
    await(name)
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(scrape.metrics().sum(name, labels)).isEqualTo((double) count));
  }

  private void block(ActionIntent duplicate) {
    wire.publish(null, duplicate);
    awaitStatus(duplicate, OutcomeStatus.ALREADY_DONE);
  }

  private OutcomeEvent awaitStatus(ActionIntent intent, OutcomeStatus status) {
    return await(intent.action() + " " + status)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                wire.outcomesOf(intent.requestId()).stream()
                    .filter(event -> event.status() == status)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static Settlement settlement(OutcomeEvent unknown) {
    return new Settlement(
        Objects.requireNonNull(unknown.key()),
        Objects.requireNonNull(unknown.history().claimId()),
        Settlement.Verdict.SUCCEEDED,
        "{}",
        "ref-1",
        Settlement.Source.OPERATOR,
        "ann",
        "seen at the provider",
        Instant.now());
  }

  private static ActionIntent from(ActionIntent intent, String run, @Nullable String toolCallId) {
    Scope scope = intent.scope();
    return new ActionIntent(
        UUID.randomUUID().toString(),
        new Scope(scope.tenant(), scope.session(), run, scope.agent()),
        intent.action(),
        intent.intentId(),
        toolCallId,
        intent.arguments(),
        intent.issuedAt(),
        intent.deadline(),
        Map.of());
  }

  private static ActionIntent charge(String intentId, String amount) {
    return Intents.intent("charge", intentId, "{\"customer\":\"c\",\"amount\":" + amount + "}");
  }

  private void startPipeline() {
    MetricsConfig metrics =
        new MetricsConfig(
            MetricsConfig.DEFAULT_HOST, 0, Set.of("acme", "other"), Optional.empty());
    pipeline =
        EmbeddedPipeline.start(
            data, 0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT.withMetrics(metrics));
    wire = new Wiretap(pipeline.kafka());
    scrape = new Scrape(pipeline.metricsUrl().orElseThrow());
  }

  private void stopPipeline() {
    wire.close();
    pipeline.close();
  }
}
