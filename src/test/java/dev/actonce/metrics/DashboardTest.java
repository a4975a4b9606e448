package dev.actonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.testing.Dashboard;
import dev.actonce.testing.RuleFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dashboard is one that Grafana 11 and 12 load anywhere, and it hides nothing. */
class DashboardTest {
  /** Grafana 11.0; later ones upgrade it when they load it. */
  private static final int SCHEMA_VERSION = 39;

  private static final int COLUMNS = 24;
  private static final Set<String> BUILT_IN = Set.of("-- Grafana --");

  private final Dashboard dashboard = Dashboard.read();

  @Test
  void isKnownByItsUid() {
    assertThat(dashboard.json().path("uid").asText()).isEqualTo("actonce");
    assertThat(dashboard.json().path("schemaVersion").asInt()).isEqualTo(SCHEMA_VERSION);
    assertThat(dashboard.json().has("id")).isFalse(); // Of one Grafana's database.
  }

  @Test
  void hasUniqueIds() {
    assertThat(dashboard.all())
        .extracting(panel -> panel.path("id").asInt())
        .doesNotHaveDuplicates();
    assertThat(dashboard.all()).hasSizeGreaterThan(40);
  }

  @Test
  void laysNoPanelOverAnother() {
    Set<List<Integer>> taken = new HashSet<>();
    for (JsonNode panel : dashboard.all()) {
      JsonNode at = panel.path("gridPos");
      int right = at.path("x").asInt() + at.path("w").asInt();
      assertThat(right).as(title(panel)).isLessThanOrEqualTo(COLUMNS);
      for (int x = at.path("x").asInt(); x < right; x++) {
        for (int y = at.path("y").asInt(); y < at.path("y").asInt() + at.path("h").asInt(); y++) {
          assertThat(taken.add(List.of(x, y))).as(title(panel)).isTrue();
        }
      }
    }
  }

  @Test
  void leavesTheDatasourceToItsVariable() {
    List<String> uids = new ArrayList<>();
    for (JsonNode datasource : dashboard.json().findValues("datasource")) {
      uids.add(datasource.path("uid").asText());
    }

    assertThat(uids).isNotEmpty();
    assertThat(uids).filteredOn(uid -> !BUILT_IN.contains(uid)).containsOnly("${datasource}");
    for (JsonNode panel : dashboard.panels()) {
      assertThat(panel.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
    }
  }

  @Test
  void namesOnlyMetricsThatAreThere() {
    assertThat(dashboard.queries())
        .hasSizeGreaterThan(50)
        .allSatisfy(query -> KnownMetrics.assertKnown(query.text()));
    dashboard.variables().forEach(v -> KnownMetrics.assertKnown(v.path("definition").asText()));
  }

  /** A figure that no panel, rule or runbook shows is one that nobody looks at. */
  @Test
  void leavesNoMetricOut() {
    Set<String> shown = new TreeSet<>();
    dashboard.queries().forEach(query -> shown.addAll(RuleFiles.metricsOf(query.text())));
    RuleFiles.all().forEach(rule -> shown.addAll(RuleFiles.metricsOf(rule.expr())));

    for (Metric metric : Metric.values()) {
      assertThat(shown)
          .as(metric.exposedName())
          .anyMatch(name -> name.startsWith(metric.exposedName()));
    }
    assertThat(shown).containsAll(RuleFiles.recorded());
  }

  @Test
  void usesOnlyVariablesThatAreThere() {
    Set<String> declared =
        dashboard.variables().stream()
            .map(variable -> variable.path("name").asText())
            .collect(Collectors.toSet());
    Set<String> used =
        Pattern.compile("\\$\\{?([a-z]+)")
            .matcher(dashboard.json().toString().replace("$__all", ""))
            .results()
            .map((MatchResult match) -> match.group(1))
            .collect(Collectors.toSet());

    assertThat(used).isEqualTo(declared).contains("datasource", "action", "instance");
  }

  @Test
  void explainsEveryPanel() {
    for (JsonNode panel : dashboard.panels()) {
      JsonNode defaults = panel.path("fieldConfig").path("defaults");
      assertThat(panel.path("title").asText()).isNotBlank();
      assertThat(panel.path("description").asText()).as(title(panel)).endsWith(".");
      assertThat(defaults.path("unit").asText()).as(title(panel)).isNotBlank();
      assertThat(defaults.path("thresholds").path("steps")).as(title(panel)).isNotEmpty();
      assertThat(panel.path("targets")).as(title(panel)).isNotEmpty();
    }
  }

  /** The questions of the first row, in this order. */
  @Test
  void answersFirstWhatMattersMost() {
    assertThat(dashboard.panels().subList(0, 8))
        .allSatisfy(panel -> assertThat(panel.path("gridPos").path("y").asInt()).isEqualTo(1))
        .extracting(DashboardTest::title)
        .containsSubsequence("Happened twice", "Unknown now", "Duplicate action rate, 5 min");
  }

  @Test
  void linksEveryRunbook() {
    String text = dashboard.json().toString();

    assertThat(RuleFiles.list(Path.of("ops/runbooks")))
        .allSatisfy(page -> assertThat(text).contains("${runbooks}/" + page.getFileName()));
  }

  private static String title(JsonNode panel) {
    return panel.path("title").asText();
  }
}
