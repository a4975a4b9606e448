package dev.actonce.kafka.doctor;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A consumer group.
 *
 * @param state as Kafka names it, such as {@code Stable}
 * @param lags committed records that are not worked off, by partition; -1 for a partition without
 *     an offset
 */
record GroupFacts(String group, String state, int members, Map<TopicPartition, Long> lags) {
  GroupFacts {
    lags = Map.copyOf(lags);
  }
}
