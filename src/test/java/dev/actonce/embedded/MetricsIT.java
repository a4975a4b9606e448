package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.MetricsConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.metrics.Exposition;
import dev.actonce.metrics.Exposition.Sample;
import dev.actonce.metrics.Metric;
import dev.actonce.node.Metering;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Scrape;
import dev.actonce.testing.Wiretap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traffic of which the truth is known, and what the metrics of the whole pipeline say of it. */
final class MetricsIT {
  private static final int PARTITIONS = EmbeddedPipeline.Options.DEFAULT.partitions();
  private static final Duration PATIENCE = KnownTraffic.PATIENCE;

  @TempDir Path data;
  private CountingTarget target;
  private Catalog catalog;
  private EmbeddedPipeline pipeline;
  private Wiretap wire;
  private KnownTraffic traffic;
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
                  timeout: 60s
                  not_executed: [402]
              note:
                safety: unsafe
                http: { method: POST, url: %1$s, timeout: 60s }
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
    traffic.play();
    await().atMost(PATIENCE).untilAsserted(this::assertTruth);

    stopPipeline();
    startPipeline();

    await().atMost(PATIENCE).untilAsserted(this::assertTruth);
  }

  @Test
  void showsWhatTheExecutorIsAtAndHowLongThingsTake() {
    long beganNanos = System.nanoTime();
    target.hold();
    ActionIntent slow = KnownTraffic.charge("slow", "1");
    wire.publish(null, slow);
    await().atMost(PATIENCE).until(() -> target.requests() == 1);
    long calledNanos = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Exposition shown = scrape.metrics();
              assertThat(shown.sum("actonce_in_flight", "action", "charge")).isEqualTo(1);
              assertThat(shown.sum("actonce_claims", "action", "charge", "state", "claimed"))
                  .isEqualTo(1);
            });
    double heldSeconds = secondsSince(calledNanos);
    target.release();
    target.plan(Plan.BUSY);
    ActionIntent busy = KnownTraffic.charge("busy", "1");
    wire.publish(null, busy);
    traffic.awaitStatus(slow, OutcomeStatus.SUCCEEDED);
    traffic.awaitStatus(busy, OutcomeStatus.SUCCEEDED);
    wire.sendTo(pipeline.kafka().topicPrefix() + "settlements", "key", new byte[] {1, 2, 3});

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Exposition shown = scrape.metrics();
              assertWork(shown);
              // Two calls succeeded in this time, one of which was held.
              assertThat(
                      shown.sum(
                          "actonce_effect_duration_seconds_sum",
                          "action",
                          "charge",
                          "result",
                          "succeeded"))
                  .isBetween(heldSeconds, 2 * secondsSince(beganNanos));
            });
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void assertWork(Exposition shown) {
    String[] succeeded = {"action", "charge", "result", "succeeded"};
    String[] failed = {"action", "charge", "result", "failed"};
    assertThat(shown.sum("actonce_effect_duration_seconds_count", succeeded)).isEqualTo(2);
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
    traffic.play();
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
    Set<Sample> before = ownSeries();

    publishKeys(100, 500);

    assertThat(ownSeries()).isEqualTo(before);
  }

  /**
   * Without the Kafka clients' own, which come and go with what a client does, without the backlog,
   * which is known 15 s later, and with all partitions taken for one: there are only so many.
   */
  private Set<Sample> ownSeries() {
    Set<Sample> series = new HashSet<>();
    for (Sample sample : scrape.metrics().samples().keySet()) {
      Map<String, String> labels = new TreeMap<>(sample.labels());
      labels.remove("partition");
      boolean isKafka = sample.name().startsWith("actonce_kafka_");
      if (!isKafka && !sample.name().equals("actonce_backlog")) {
        series.add(new Sample(sample.name(), labels));
      }
    }
    return series;
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

  @Test
  void isLiveAndNotReadyWhileAPartStarts() {
    MetricsConfig config =
        new MetricsConfig(MetricsConfig.DEFAULT_HOST, 0, Set.of(), Optional.empty());
    Metering metrics = Metering.start(Optional.of(config), pipeline.kafka(), catalog);
    try {
      assertThat(metrics.gateReporting()).isNotNull();
      Scrape starting = new Scrape(metrics.url().orElseThrow());

      assertThat(starting.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(starting.get("/health/ready").statusCode()).isEqualTo(503);
      assertThat(starting.get("/health/ready").body()).contains("\"reason\":\"starts\"");
    } finally {
      metrics.close();
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
      ActionIntent intent = KnownTraffic.charge("k-" + i, "1");
      wire.publish(null, intent);
      wire.publish(null, Intents.again(intent));
    }
    awaitCount("actonce_outcomes_total", to, "status", "succeeded");
    for (int i = from; i < to; i++) {
      wire.publish(null, KnownTraffic.charge("k-" + i, "1"));
    }
    awaitCount("actonce_intents_total", 3L * to);
    awaitCount("actonce_intents_total", to, "verdict", "admitted");
  }

  private void awaitCount(String name, long count, String... labels) {
    await(name)
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(scrape.metrics().sum(name, labels)).isEqualTo((double) count));
  }

  private void startPipeline() {
    MetricsConfig metrics =
        new MetricsConfig(MetricsConfig.DEFAULT_HOST, 0, Set.of("acme", "other"), Optional.empty());
    pipeline =
        EmbeddedPipeline.start(
            data, 0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT.withMetrics(metrics));
    wire = new Wiretap(pipeline.kafka());
    traffic = new KnownTraffic(wire, target);
    scrape = new Scrape(pipeline.metricsUrl().orElseThrow());
  }

  private void stopPipeline() {
    wire.close();
    pipeline.close();
  }
}
