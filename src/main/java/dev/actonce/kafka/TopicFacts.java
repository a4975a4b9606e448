package dev.actonce.kafka;

import java.util.Map;

/**
 * What the cluster says about one topic.
 *
 * @param replicationFactor copies of each partition
 * @param fewestInSync copies that follow, in the partition with the fewest
 */
public record TopicFacts(
    int partitions, int replicationFactor, int fewestInSync, Map<String, String> settings) {
  public TopicFacts {
    settings = Map.copyOf(settings);
  }
}
