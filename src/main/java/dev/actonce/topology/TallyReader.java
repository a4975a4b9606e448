package dev.actonce.topology;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.StateQueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * Reads the committed part of the tally, by partition, from any thread.
 *
 * <p>Under {@code read_committed} a query of a transactional store (KIP-892, KIP-1035) sees no
 * write before its Kafka transaction is committed. So a count that was read once is in the
 * changelog, and no crash takes it back. Only active tasks are asked: a standby may be behind.
 *
 * <p>While its thread rebalances or restores, a partition cannot be asked; its last counts stand as
 * long as this instance owns it. Thread-safe.
 */
final class TallyReader {
  private final KafkaStreams streams;
  private final String store;
  private final String input;
  private Map<Integer, Map<TallyLine, Long>> last = Map.of();

  /**
   * @param store where the counts are
   * @param input name of a topic of the same tasks: who reads a partition of it owns its tally
   */
  TallyReader(KafkaStreams streams, String store, String input) {
    this.streams = streams;
    this.store = store;
    this.input = input;
  }

  /**
   * Counts by partition.
   *
   * @throws org.apache.kafka.streams.errors.InvalidStateStoreException while the gate does not run
   */
  synchronized Map<Integer, Map<TallyLine, Long>> read() {
    StateQueryResult<KeyValueIterator<String, Long>> answer =
        streams.query(
            StateQueryRequest.inStore(store)
                .withQuery(RangeQuery.<String, Long>withNoBounds())
                .withAllPartitions()
                .requireActive()
                .withIsolationLevel(IsolationLevel.READ_COMMITTED));
    Map<Integer, Map<TallyLine, Long>> counts = new HashMap<>(last);
    counts.keySet().retainAll(owned());
    answer
        .getPartitionResults()
        .forEach(
            (partition, result) -> {
              if (result.isSuccess()) {
                counts.put(partition, lines(result));
              }
            });
    last = Map.copyOf(counts);
    return last;
  }

  private Set<Integer> owned() {
    Set<Integer> partitions = new HashSet<>();
    streams.metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .flatMap(task -> task.topicPartitions().stream())
        .filter(at -> at.topic().equals(input))
        .map(TopicPartition::partition)
        .forEach(partitions::add);
    return partitions;
  }

  private static Map<TallyLine, Long> lines(QueryResult<KeyValueIterator<String, Long>> result) {
    Map<TallyLine, Long> lines = new HashMap<>();
    try (KeyValueIterator<String, Long> all = result.getResult()) {
      while (all.hasNext()) {
        KeyValue<String, Long> line = all.next();
        lines.put(TallyLine.ofStoreKey(line.key), line.value);
      }
    }
    return Map.copyOf(lines);
  }
}
