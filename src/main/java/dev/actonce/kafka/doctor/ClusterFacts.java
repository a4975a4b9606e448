package dev.actonce.kafka.doctor;

import dev.actonce.kafka.Topic;
import dev.actonce.kafka.TopicFacts;
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
    Reading<Map<String, TopicFacts>> internal,
    Reading<Map<Integer, Map<String, String>>> brokers,
    Reading<Map<String, Short>> features) {

  /**
   * Our topics.
   *
   * @param wanted those that the pipeline has; kept in the order of {@link Topic}
   * @param found those of them that exist
   * @param recordedPartitions the count recorded at creation, if any
   */
  record Topics(Set<Topic> wanted, Map<Topic, TopicFacts> found, OptionalInt recordedPartitions) {
    Topics {
      wanted = Collections.unmodifiableSet(new TreeSet<>(wanted));
      found = Map.copyOf(found);
    }
  }
}
