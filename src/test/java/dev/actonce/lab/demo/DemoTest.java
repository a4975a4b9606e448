package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.outcome.OutcomeStatus;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's arithmetic, with {@link FakePipeline} in place of ActOnce and real providers. */
class DemoTest {
  private static final TrafficPlan.Mix MIX = new TrafficPlan.Mix(100, 0.4, 5);
  private static final int PUBLISHED = TrafficPlan.of(MIX, "demo").publishes().size();

  @TempDir Path directory = Path.of("set by JUnit");

  @Test
  void countsOneEffectPerActionAndEveryDuplicateAsBlocked() {
    DemoReport report = run(FakePipeline.Fault.NONE);

    PhaseTally.Answers answers = report.agents().answers();
    assertThat(report.isSuccess()).isTrue();
    assertThat(report.published()).isEqualTo(PUBLISHED);
    assertThat(report.actOnce().audit()).isEqualTo(new EffectAudit(100, 0, 0));
    assertThat(answers.admitted()).isEqualTo(100);
    assertThat(answers.blocked()).isEqualTo(PUBLISHED - 100);
    assertThat(answers.dar()).isEqualTo((PUBLISHED - 100.0) / PUBLISHED);
    assertThat(answers.outcomes())
        .isEqualTo(
            Map.of(OutcomeStatus.SUCCEEDED, 100, OutcomeStatus.ALREADY_DONE, PUBLISHED - 100));
  }

  @Test
  void measuresTheWarmPhaseApart() {
    DemoReport report = run(FakePipeline.Fault.NONE);

    assertThat(report.agents().warmAnswers().admitted()).isEqualTo(20);
    assertThat(report.agents().warm().p50Ms()).isPositive();
    assertThat(report.agents().load().p99Ms()).isPositive();
  }

  @Test
  void chargesMoreWithoutActOnce() {
    DemoReport report = run(FakePipeline.Fault.NONE);

    assertThat(report.naive().audit().effects()).isGreaterThan(PUBLISHED);
    assertThat(report.naive().audit().missingEffects()).isZero();
  }

  @Test
  void failsWhenDuplicatesEscape() {
    DemoReport report = run(FakePipeline.Fault.LETS_DUPLICATES_ESCAPE);

    assertThat(report.actOnce().audit().escapedDuplicates()).isPositive();
    assertThat(report.isSuccess()).isFalse();
    assertThat(report.toTable()).contains("FAILED:", "charges too many", "--seed 5");
  }

  @Test
  void failsWhenPublishesGetNoOutcome() {
    DemoReport report = run(FakePipeline.Fault.FORGETS_PUBLISHES);

    assertThat(report.unresolved()).isPositive();
    assertThat(report.isSuccess()).isFalse();
  }

  @Test
  void publishesAgainWhenTheBrokerIsAway() {
    assertThat(run(FakePipeline.Fault.FAILS_ONCE).isSuccess()).isTrue();
  }

  private DemoReport run(FakePipeline.Fault fault) {
    Duration patience =
        fault == FakePipeline.Fault.FORGETS_PUBLISHES
            ? Duration.ofMillis(300)
            : Duration.ofSeconds(20);
    DemoSettings.Agents agents = new DemoSettings.Agents(4, 8, patience);
    DemoSettings settings = new DemoSettings(MIX, 0.2, agents, 20, "demo", directory);
    return new Demo(settings, Progress.none())
        .run(catalog -> new FakePipeline(chargesUri(catalog), fault));
  }

  private static URI chargesUri(Catalog catalog) {
    return catalog
        .require(DemoCatalog.ACTION)
        .http()
        .orElseThrow()
        .target()
        .url()
        .expand(name -> name);
  }
}
