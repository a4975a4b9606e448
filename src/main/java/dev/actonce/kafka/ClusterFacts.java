package dev.actonce.kafka;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the doctor reads of a cluster before it judges anything.
 *
 * @param topics our topics
 * @param internal topics that Kafka and Kafka Streams keep for us, by name: transaction log,
 *     offsets, changelogs of the gate
 * @param brokers the settings of each broker, by its id
 * @param features finalized feature levels, by name
 */
record ClusterFacts(
    Topics topics,
    Reading<Map<String, Found>> internal,
    Reading<Map<Integer, Map<String, String>>> brokers,
    Reading<Map<String, Short>> features) {

  /**
   * Our topics.
   *
   * @param wanted those that the pipeline has; kept in the order of {@link Topic}
   * @param found those of them that exist
   * @param recordedPartitions the count recorded at creation, if any
   */
  record Topics(Set<Topic> wanted, Map<Topic, Found> found, OptionalInt recordedPartitions) {
    Topics {
      wanted = Collections.unmodifiableSet(new TreeSet<>(wanted));
      found = Map.copyOf(found);
    }
  }

  /**
   * What the cluster says about one topic.
   *
   * @param replicationFactor copies of each partition
   * @param fewestInSync copies that follow, in the partition with the fewest
   */
  record Found(
      int partitions, int replicationFactor, int fewestInSync, Map<String, String> settings) {
    Found {
      settings = Map.copyOf(settings);
    }
  }
}
