package dev.actonce.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The project's Prometheus rules, as their files say. */
public final class RuleFiles {
  public static final Path DIRECTORY = Path.of("ops/prometheus/rules");
  public static final Path TESTS = Path.of("ops/prometheus/tests");

  private static final Pattern STRING = Pattern.compile("\"[^\"]*\"|'[^']*'");
  private static final Pattern METRIC = Pattern.compile("\\bactonce[_:][a-z0-9_:]+");

  private RuleFiles() {}

  /**
   * One rule.
   *
   * @param name of the alert, or of what is recorded
   * @param isAlert whether it alerts
   */
  public record RuleLine(
      String name,
      boolean isAlert,
      String expr,
      Map<String, String> labels,
      Map<String, String> annotations) {}

  /** Every rule of every file, in their order. */
  public static List<RuleLine> all() {
    List<RuleLine> rules = new ArrayList<>();
    for (Path file : list(DIRECTORY)) {
      for (JsonNode group : yaml(file).path("groups")) {
        group.path("rules").forEach(rule -> rules.add(rule(rule)));
      }
    }
    return rules;
  }

  public static List<RuleLine> alerts() {
    return all().stream().filter(RuleLine::isAlert).toList();
  }

  /** Names of all that is recorded. */
  public static Set<String> recorded() {
    return all().stream()
        .filter(rule -> !rule.isAlert())
        .map(RuleLine::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Our metrics and records that a query names. */
  public static Set<String> metricsOf(String query) {
    return METRIC
        .matcher(STRING.matcher(query).replaceAll(""))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A directory's files, in order. */
  public static List<Path> list(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted(Comparator.naturalOrder()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RuleLine rule(JsonNode rule) {
    boolean isAlert = rule.has("alert");
    return new RuleLine(
        rule.path(isAlert ? "alert" : "record").asText(),
        isAlert,
        rule.path("expr").asText(),
        texts(rule.path("labels")),
        texts(rule.path("annotations")));
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }

  private static JsonNode yaml(Path file) {
    try {
      return new YAMLMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}
