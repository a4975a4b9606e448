package dev.actonce.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One way in which the cluster differs from what ActOnce needs.
 *
 * @param severity whether ActOnce may run with it
 * @param topic the topic's full name
 * @param what the property that differs, such as {@code partitions}
 * @param expected what it should be
 * @param actual what it is
 * @param remedy what to do
 */
public record TopicFinding(
    Severity severity, String topic, String what, String expected, String actual, String remedy) {
  /** How bad a finding is. */
  public enum Severity {
    /** The guarantee does not hold; nothing starts. */
    ERROR,
    /** ActOnce runs; a person should look. */
    WARNING
  }

  /** Everything in one line. */
  public String line() {
    return topic + ": " + problem();
  }

  /** One line for each problem, with all topics that have it; in the order of the findings. */
  public static List<String> lines(List<TopicFinding> findings) {
    Map<String, List<String>> topics = new LinkedHashMap<>();
    for (TopicFinding finding : findings) {
      topics.computeIfAbsent(finding.problem(), problem -> new ArrayList<>()).add(finding.topic());
    }
    return topics.entrySet().stream()
        .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
        .toList();
  }

  private String problem() {
    return "%s is %s, expected %s; %s".formatted(what, actual, expected, remedy);
  }
}
