package dev.actonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.RuleFiles;
import dev.actonce.testing.RuleFiles.RuleLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recording rules, alerts and runbooks name what is there, and each other. */
class RulesTest {
  private static final Path RUNBOOKS = Path.of("ops/runbooks");
  private static final String OTHER_COUNTS =
      "^actonce:(outcomes|settled|reroutes|dead_letters|suspects):";
  private static final Pattern RUNBOOK =
      Pattern.compile(
          Pattern.quote("{{ or $externalLabels.runbooks \"ops/runbooks\" }}/") + "([a-z-]+\\.md)");

  @Test
  void namesOnlyMetricsThatAreThere() {
    assertThat(RuleFiles.all())
        .hasSizeGreaterThan(40)
        .allSatisfy(rule -> KnownMetrics.assertKnown(rule.expr()));
  }

  @Test
  void usesEveryCommittedCount() {
    List<String> committed =
        Stream.of(Metric.values())
            .filter(metric -> metric.labels().contains("partition"))
            .map(Metric::exposedName)
            .toList();

    assertThat(RuleFiles.all().stream().filter(rule -> rule.name().startsWith("actonce:")))
        .flatMap(rule -> RuleFiles.metricsOf(rule.expr()))
        .containsAll(committed);
  }

  @Test
  void pageListsEveryRecord() throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/metrics.md"));

    // All counts are recorded as the intents are.
    assertThat(RuleFiles.recorded())
        .allSatisfy(
            name ->
                assertThat(page)
                    .contains("`" + name.replaceFirst(OTHER_COUNTS, "actonce:intents:") + "`"));
  }

  static Stream<RuleLine> alerts() {
    return RuleFiles.alerts().stream();
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void everyAlertSaysWhatItIsAndWhatToDo(RuleLine alert) throws IOException {
    assertThat(alert.name()).matches("ActOnce[A-Z][A-Za-z]+");
    assertThat(alert.labels().get("severity")).isIn("warning", "critical");
    assertThat(alert.annotations()).containsOnlyKeys("summary", "description", "runbook_url");
    assertThat(alert.annotations().values()).allSatisfy(text -> assertThat(text).isNotBlank());
    assertThat(Files.readString(runbook(alert)))
        .startsWith("# " + alert.name() + "\n")
        .contains(
            "\n## What it means\n",
            "\n## How to look\n",
            "\n## What to do\n",
            "\n## When it is over\n");
  }

  @Test
  void everyRunbookBelongsToOneAlert() {
    assertThat(RuleFiles.alerts().stream().map(RulesTest::runbook))
        .containsExactlyInAnyOrderElementsOf(RuleFiles.list(RUNBOOKS));
  }

  @Test
  void everyQueryOfARunbookNamesWhatIsThere() throws IOException {
    for (Path page : RuleFiles.list(RUNBOOKS)) {
      Matcher queries =
          Pattern.compile("```promql\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(page));
      assertThat(queries.find()).as(page.toString()).isTrue();
      do {
        queries.group(1).lines().forEach(KnownMetrics::assertKnown);
      } while (queries.find());
    }
  }

  /** Each alert is seen to fire, and to keep quiet where it should. */
  @Test
  void everyAlertIsPlayed() throws IOException {
    Set<String> firing = new TreeSet<>();
    Set<String> quiet = new TreeSet<>();
    Pattern test = Pattern.compile("alertname: (\\w+)\n(\\s+exp_alerts:)?");
    for (Path file : RuleFiles.list(RuleFiles.TESTS)) {
      Matcher tests = test.matcher(Files.readString(file));
      while (tests.find()) {
        (tests.group(2) == null ? quiet : firing).add(tests.group(1));
      }
    }

    Set<String> alerts = new TreeSet<>(RuleFiles.alerts().stream().map(RuleLine::name).toList());
    assertThat(firing).isEqualTo(alerts);
    assertThat(quiet).isEqualTo(alerts);
  }

  private static Path runbook(RuleLine alert) {
    String url = alert.annotations().getOrDefault("runbook_url", "");
    Matcher page = RUNBOOK.matcher(url);
    assertThat(page.matches()).as(url).isTrue();
    return RUNBOOKS.resolve(page.group(1));
  }
}
