package dev.actonce.kafka.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Tells how far the groups of gate and executors are. Pure. */
final class GroupCheck {
  private GroupCheck() {}

  /** One fact for each group, and one for each topic that it reads. */
  static List<Finding> findings(List<GroupFacts> groups) {
    List<Finding> findings = new ArrayList<>();
    for (GroupFacts group : groups) {
      findings.add(
          Finding.info(
              Rule.GROUP, group.group(), group.state() + " with " + group.members() + " members"));
      lags(group)
          .forEach(
              (topic, lags) ->
                  findings.add(
                      Finding.info(
                          Rule.GROUP_LAG, group.group() + " on " + topic, lags.toString())));
    }
    return List.copyOf(findings);
  }

  private static Map<String, Map<Integer, String>> lags(GroupFacts group) {
    Map<String, Map<Integer, String>> byTopic = new TreeMap<>();
    for (Map.Entry<TopicPartition, Long> lag : group.lags().entrySet()) {
      byTopic
          .computeIfAbsent(lag.getKey().topic(), topic -> new TreeMap<>())
          .put(
              lag.getKey().partition(),
              lag.getValue() < 0 ? "no offset" : lag.getValue().toString());
    }
    return byTopic;
  }
}
