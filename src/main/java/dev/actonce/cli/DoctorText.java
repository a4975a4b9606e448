package dev.actonce.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.VisibleText;
import dev.actonce.kafka.doctor.Finding;
import dev.actonce.kafka.doctor.Finding.Severity;
import dev.actonce.kafka.doctor.Rule;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Findings for people, by area, and as one JSON object. */
final class DoctorText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private DoctorText() {}

  /** What differs in one way, and all subjects that differ so. */
  private record Problem(Rule rule, String difference, String remedy) {
    static Problem of(Finding finding) {
      String expected = finding.expected().isBlank() ? "" : ", expected " + finding.expected();
      String difference = finding.rule().what() + " is " + finding.actual() + expected;
      return new Problem(finding.rule(), difference, finding.remedy());
    }
  }

  static String lines(List<Finding> findings) {
    Map<Problem, Set<String>> problems = new LinkedHashMap<>();
    for (Finding finding : findings) {
      problems
          .computeIfAbsent(Problem.of(finding), problem -> new LinkedHashSet<>())
          .add(finding.subject());
    }
    StringBuilder text = new StringBuilder();
    Rule.Area area = null;
    for (Map.Entry<Problem, Set<String>> entry : problems.entrySet()) {
      Problem problem = entry.getKey();
      if (problem.rule().area() != area) {
        area = problem.rule().area();
        text.append(area).append('\n');
      }
      append(text, problem, String.join(", ", entry.getValue()));
    }
    return text.append(summary(findings)).toString();
  }

  private static void append(StringBuilder text, Problem problem, String subjects) {
    text.append(String.format(Locale.ROOT, "  %-8s", problem.rule().severity()))
        .append(VisibleText.of(subjects))
        .append(": ")
        .append(VisibleText.of(problem.difference()))
        .append(" [")
        .append(problem.rule().id())
        .append("]\n");
    if (!problem.rule().why().isBlank()) {
      text.append("          why: ").append(problem.rule().why()).append('\n');
    }
    if (!problem.remedy().isBlank()) {
      text.append("          remedy: ").append(VisibleText.of(problem.remedy())).append('\n');
    }
  }

  private static String summary(List<Finding> findings) {
    long errors = count(Severity.ERROR, findings);
    return "%s: %d errors, %d warnings"
        .formatted(errors == 0 ? "fit" : "not fit", errors, count(Severity.WARNING, findings));
  }

  static String json(List<Finding> findings) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode array = root.putArray("findings");
    for (Finding finding : findings) {
      Rule rule = finding.rule();
      array
          .addObject()
          .put("id", rule.id())
          .put("area", rule.area().name().toLowerCase(Locale.ROOT))
          .put("severity", finding.severity().name())
          .put("subject", finding.subject())
          .put("what", rule.what())
          .put("expected", finding.expected())
          .put("actual", finding.actual())
          .put("why", rule.why())
          .put("remedy", finding.remedy());
    }
    root.putObject("summary")
        .put("fit", count(Severity.ERROR, findings) == 0)
        .put("errors", count(Severity.ERROR, findings))
        .put("warnings", count(Severity.WARNING, findings))
        .put("infos", count(Severity.INFO, findings));
    return root.toString();
  }

  private static long count(Severity severity, List<Finding> findings) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }
}
