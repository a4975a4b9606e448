package dev.actonce.kafka.doctor;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One thing that was found out about the cluster, the settings or the catalog.
 *
 * @param rule what was checked, how bad a difference is, why, and the remedy
 * @param subject what it is about: a topic, a broker, a tool, a partition, a group
 * @param expected what it should be; blank when the finding is for information only
 * @param actual what it is
 */
public record Finding(Rule rule, String subject, String expected, String actual) {
  private static final int NAMED_SUBJECTS = 4;

  /** How bad a finding is. */
  public enum Severity {
    /** The guarantee does not hold, or nothing would work: gate and executor do not start. */
    ERROR,
    /** Gate and executor run; a person should look. */
    WARNING,
    /** A fact worth knowing. */
    INFO
  }

  /** A fact without an expectation. */
  static Finding info(Rule rule, String subject, String actual) {
    return new Finding(rule, subject, "", actual);
  }

  public Severity severity() {
    return rule.severity();
  }

  /** What to do, with the subject filled in; blank when nothing is to be done. */
  public String remedy() {
    return rule.remedy().replace("{subject}", subject);
  }

  /** Everything but the reason in one line. */
  public String line() {
    return subject + ": " + problem();
  }

  /** What differs, without the subject. */
  public String problem() {
    StringBuilder text = new StringBuilder(rule.what()).append(" is ").append(actual);
    if (!expected.isBlank()) {
      text.append(", expected ").append(expected);
    }
    if (!remedy().isBlank()) {
      text.append("; ").append(remedy());
    }
    return text.toString();
  }

  /**
   * One line for each problem, with all subjects that have it; in the order of the findings. A
   * warning names the first of more than {@value #NAMED_SUBJECTS} subjects, and how many others
   * there are.
   */
  public static List<String> lines(List<Finding> findings) {
    Map<String, Set<String>> subjects = new LinkedHashMap<>();
    Map<String, Severity> severities = new HashMap<>();
    for (Finding finding : findings) {
      subjects
          .computeIfAbsent(finding.problem(), problem -> new LinkedHashSet<>())
          .add(finding.subject());
      severities.put(finding.problem(), finding.severity());
    }
    return subjects.entrySet().stream()
        .map(
            entry ->
                severities.get(entry.getKey()) == Severity.WARNING
                    ? some(entry.getValue()) + ": " + entry.getKey()
                    : String.join(", ", entry.getValue()) + ": " + entry.getKey())
        .toList();
  }

  private static String some(Set<String> subjects) {
    return subjects.size() <= NAMED_SUBJECTS
        ? String.join(", ", subjects)
        : subjects.iterator().next() + " and " + (subjects.size() - 1) + " others";
  }
}
