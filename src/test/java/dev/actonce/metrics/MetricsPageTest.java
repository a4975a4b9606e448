package dev.actonce.metrics;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.gate.Rejection;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.DuplicateCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The page, the list of metrics and what is really shown are the same. */
class MetricsPageTest {
  @Test
  void pageListsEveryMetric() throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/metrics.md"));
    String rows = page.split("<!-- metrics -->\n|<!-- end metrics -->", -1)[1];

    assertThat(rows)
        .isEqualTo(
            Arrays.stream(Metric.values())
                .map(MetricsPageTest::row)
                .collect(
                    joining(
                        "\n",
                        "| name | type | labels | unit | meaning |\n|---|---|---|---|---|\n",
                        "\n")));
  }

  @Test
  void pageNamesEveryValueOfTheEnums() throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/metrics.md"));

    for (Verdict.Kind kind : Verdict.Kind.values()) {
      assertThat(page).contains("`" + Labels.of(kind) + "`");
    }
    Arrays.stream(DuplicateCause.values())
        .forEach(cause -> assertThat(page).contains("`" + Labels.of(cause) + "`"));
    Arrays.stream(Rejection.Code.values())
        .forEach(code -> assertThat(page).contains("`" + Labels.of(code) + "`"));
    Arrays.stream(RefreshFailures.Source.values())
        .forEach(source -> assertThat(page).contains("`" + Labels.of(source) + "`"));
  }

  @Test
  void showsEveryMetricUnderItsNameTypeAndLabels() {
    Registries registries = Registries.pulled();
    Meters meters = registries.meters();
    Map<Series, Number> table = new HashMap<>();
    for (Metric metric : Metric.values()) {
      List<String> values = metric.labels().stream().map(label -> "some").toList();
      Series series = new Series(metric, values);
      if (metric.type().isHistogram()) {
        meters.timer(series).record(java.time.Duration.ofMillis(3));
      } else {
        table.put(series, 1);
      }
    }
    new SeriesTable(meters).publish(table);

    Exposition shown = Exposition.parse(registries.text());
    for (Metric metric : Metric.values()) {
      String name = metric.exposedName();
      String sample = metric.type().isHistogram() ? name + "_count" : name;
      assertThat(shown.types()).as(name).containsEntry(name, metric.type().exposed());
      assertThat(shown.labelsOf(sample)).as(name).isEqualTo(new TreeSet<>(metric.labels()));
    }
    assertThat(shown.types().keySet())
        .allSatisfy(name -> assertThat(name).startsWith("actonce_"))
        .hasSize(
            Metric.values().length
                + (int) Arrays.stream(Metric.values()).filter(m -> m.type().isHistogram()).count());
  }

  private static String row(Metric metric) {
    String labels =
        metric.labels().isEmpty()
            ? "none"
            : metric.labels().stream().map(label -> "`" + label + "`").collect(joining(", "));
    return "| `%s` | %s | %s | %s | %s |"
        .formatted(
            metric.exposedName(), metric.type().exposed(), labels, metric.unit(), metric.meaning());
  }
}
