package dev.actonce.embedded;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.catalog.Catalog;
import dev.actonce.cli.audit.AuditMetrics;
import dev.actonce.cli.audit.BadInput;
import dev.actonce.config.MetricsConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.audit.AuditReport;
import dev.actonce.core.audit.Discrepancy;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.Dashboard;
import dev.actonce.testing.Dashboard.Query;
import dev.actonce.testing.Intents;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.PrometheusProcess;
import dev.actonce.testing.RuleFiles;
import dev.actonce.testing.RuleFiles.RuleLine;
import dev.actonce.testing.TextFileTarget;
import dev.actonce.testing.Wiretap;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traffic of which the truth is known, seen through a real Prometheus with our rules. */
@LongRun
final class PrometheusIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String AUDIT = "audit.prom";

  /** What this run has no data for, and why. */
  private static final Map<String, String> EMPTY =
      Map.of(
          "sum by (store) (actonce_restore_remaining{instance=~\".*\"})",
          "nothing restores: a store is named only while it does");

  @TempDir Path directory;
  private CountingTarget target;
  private EmbeddedPipeline pipeline;
  private Wiretap wire;
  private TextFileTarget audit;
  private PrometheusProcess prometheus;

  @BeforeEach
  void start() {
    PrometheusProcess.assumeInstalled();
    target = new CountingTarget();
    audited(0);
    audit = new TextFileTarget(directory.resolve(AUDIT));
    MetricsConfig metrics =
        new MetricsConfig(MetricsConfig.DEFAULT_HOST, 0, Set.of("acme"), Optional.empty());
    pipeline =
        EmbeddedPipeline.start(
            directory.resolve("pipeline"),
            0,
            catalog(target.url()),
            Map.of(),
            EmbeddedPipeline.Options.DEFAULT.withMetrics(metrics));
    wire = new Wiretap(pipeline.kafka());
    prometheus = PrometheusProcess.start(directory);
    prometheus.watch("pipeline", pipeline.metricsUrl().orElseThrow());
    prometheus.watch("audit", audit.url());
  }

  private static Catalog catalog(String url) {
    return Catalog.parse(
        """
        tools:
          charge:
            safety: keyed
            identity: [customer, amount]
            arguments: { type: object, required: [customer, amount] }
            retry: { attempts: 4, backoff: 20ms..50ms }
            http:
              method: POST
              url: %1$s
              key_header: Idempotency-Key
              timeout: 20s
              not_executed: [402]
          note:
            safety: unsafe
            http: { method: POST, url: %1$s, timeout: 5s }
          ship:
            safety: lookup
            http:
              method: POST
              url: %1$s
              timeout: 1s
              lookup: { method: GET, url: "%1$s?key={provider_key}", found: "$.id", lag: 1s }
        """
            .formatted(url),
        "test");
  }

  @AfterEach
  void stop() {
    if (prometheus != null) {
      prometheus.close();
      wire.close();
      pipeline.close();
      audit.close();
      target.close();
    }
  }

  @Test
  void showsTheTruthOnEveryPanelInEveryRecordAndByItsAlerts() {
    await().atMost(PATIENCE).until(() -> prometheus.query("actonce_ready == 1").size() == 3);
    assertThat(prometheus.query("ALERTS{alertstate=\"firing\"}")).isEmpty();

    playTraffic();

    await().atMost(PATIENCE).untilAsserted(this::assertTruth);
    // First: they fire for five minutes after the traffic, however long the queries below take.
    assertAlerts();
    for (RuleLine rule : RuleFiles.all()) {
      if (!rule.isAlert()) {
        assertHasData(rule.name());
      }
    }
    for (Query query : Dashboard.read().queries()) {
      String text = query.text().replaceAll("\\$(action|tenant|instance)", ".*");
      if (EMPTY.containsKey(text)) {
        assertThat(prometheus.query(text)).as(EMPTY.get(text)).isEmpty();
      } else {
        assertHasData(text);
      }
    }
    assertThat(prometheus.log()).doesNotContain("level=error");
  }

  /**
   * What {@link KnownTraffic} plays, two repeats of a running call, and a doubt that is looked up.
   */
  private void playTraffic() {
    KnownTraffic traffic = new KnownTraffic(wire, target);
    traffic.play();
    target.delayAnswers(10_000);
    ActionIntent slow = KnownTraffic.charge("slow", "5");
    wire.publish(null, slow);
    for (int i = 0; i < 2; i++) {
      ActionIntent again = Intents.again(slow);
      wire.publish(null, again);
      traffic.awaitStatus(again, OutcomeStatus.IN_PROGRESS);
    }
    target.delayAnswers(0);
    traffic.awaitStatus(slow, OutcomeStatus.SUCCEEDED);
    target.plan(Plan.EFFECT_THEN_DROP);
    ActionIntent lost = Intents.intent("ship", "parcel", "{}");
    wire.publish(null, lost);
    traffic.awaitStatus(lost, OutcomeStatus.UNKNOWN);
    traffic.awaitStatus(lost, OutcomeStatus.SUCCEEDED);
  }

  private void assertTruth() {
    assertThat(sums("action, verdict, cause, code", "actonce:intents:total"))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("charge admitted", 12.0),
                Map.entry("note admitted", 2.0),
                Map.entry("ship admitted", 1.0),
                Map.entry("charge same_call already_done", 8.0),
                Map.entry("charge new_call already_done", 1.0),
                Map.entry("charge new_run already_done", 1.0),
                Map.entry("charge loop already_done", 8.0),
                Map.entry("charge same_call in_progress", 2.0),
                Map.entry("note same_call unknown", 1.0),
                Map.entry("charge conflict", 1.0),
                Map.entry("unknown_action rejected", 1.0),
                Map.entry("charge schema_violation rejected", 1.0),
                Map.entry("charge invalid_arguments rejected", 1.0)));
    assertThat(sums("action, status", "actonce:outcomes:total"))
        .isEqualTo(
            Map.of(
                "charge succeeded", 11.0,
                "charge failed", 1.0,
                "note succeeded", 1.0,
                "note unknown", 2.0,
                "ship unknown", 1.0,
                "ship succeeded", 1.0));
    assertThat(sums("action, source", "actonce:settled:total"))
        .isEqualTo(Map.of("note operator", 1.0, "ship lookup", 1.0));
    // Under ids of their own: eight equal charges, two equal notes.
    assertThat(sums("action", "actonce:suspects:total"))
        .isEqualTo(Map.of("charge", 7.0, "note", 1.0));
    assertThat(sums("action", "actonce:dar:ratio"))
        .isEqualTo(Map.of("charge", 20 / 32.0, "note", 1 / 3.0, "ship", 0.0));
    assertThat(sums("action, cause", "actonce:dar_by_cause:ratio"))
        .isEqualTo(
            Map.of(
                "charge same_call", 10 / 32.0,
                "charge new_call", 1 / 32.0,
                "charge new_run", 1 / 32.0,
                "charge loop", 8 / 32.0,
                "note same_call", 1 / 3.0));
    assertThat(sums("action", "actonce:unknown_open:sum"))
        .isEqualTo(Map.of("charge", 0.0, "note", 1.0, "ship", 0.0));
    assertThat(panel("Duplicate action rate, ever")).isEqualTo(21 / 36.0, within(1e-12));
    assertThat(panel("Unknown now")).isEqualTo(1);
  }

  /** Writes what an audit writes that found so many charges too many. */
  private void audited(int escaped) {
    AuditReport report =
        new AuditReport(
            new AuditReport.Counts(12 + escaped, 0, 0, 12, 12, 0, 0),
            Map.of(Discrepancy.Kind.ESCAPED_DUPLICATE, escaped),
            Map.of("charge", escaped),
            List.of());
    AuditMetrics.write(directory.resolve(AUDIT), report, new BadInput(0), Instant.now());
  }

  /** The only series of a panel of one figure. */
  private double panel(String title) {
    String text =
        Dashboard.read().queries().stream()
            .filter(query -> query.panel().equals(title))
            .findFirst()
            .orElseThrow()
            .text();
    return prometheus
        .query(text.replaceAll("\\$(action|tenant|instance)", ".*"))
        .values()
        .iterator()
        .next();
  }

  /** By the values of the labels, as far as they are there. */
  private Map<String, Double> sums(String labels, String of) {
    return prometheus.query("sum by (" + labels + ") (" + of + ")").entrySet().stream()
        .collect(toMap(entry -> String.join(" ", entry.getKey().values()), Map.Entry::getValue));
  }

  private void assertHasData(String query) {
    await(query)
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(prometheus.query(query).values())
                    .isNotEmpty()
                    .allSatisfy(value -> assertThat(value).isFinite().isNotNegative()));
  }

  /**
   * One agent looped, one took fresh ids. Then the audit finds a charge too many, and then it is
   * gone.
   */
  private void assertAlerts() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertFiring("ActOnceLoopingAgent", "ActOnceSuspects"));

    audited(1);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertFiring("ActOnceEscapedDuplicate", "ActOnceLoopingAgent", "ActOnceSuspects"));
    assertThat(panel("Happened twice")).isEqualTo(1);

    audited(0);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(prometheus.query("ALERTS{alertname=\"ActOnceEscapedDuplicate\"}"))
                    .isEmpty());
  }

  private void assertFiring(String... alerts) {
    List<JsonNode> rules = prometheus.rules();
    assertThat(rules)
        .hasSameSizeAs(RuleFiles.all())
        .allSatisfy(rule -> assertThat(rule.path("health").asText()).isEqualTo("ok"));
    Set<String> firing = new TreeSet<>();
    for (JsonNode rule : rules) {
      if (rule.path("state").asText().equals("firing")) {
        firing.add(rule.path("name").asText());
      }
    }
    assertThat(firing).containsExactly(alerts);
  }
}
