package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.kafka.KafkaErrors;
import dev.actonce.kafka.KeyPartitions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions of the outcomes topic. Thread-safe. Their number is asked for once: a change would
 * stop the gate.
 */
final class OutcomeTopic {
  private static final int NOT_ASKED = 0;

  private final Admin admin;
  private final String name;
  private final KafkaErrors errors;
  private volatile int partitionCount = NOT_ASKED;

  OutcomeTopic(Admin admin, String name, KafkaErrors errors) {
    this.admin = admin;
    this.name = name;
    this.errors = errors;
  }

  TopicPartition partition(int number) {
    return new TopicPartition(name, number);
  }

  /** Learns the number of partitions unless it is known; needed before anything else. */
  void discover(Duration limit) {
    if (partitionCount != NOT_ASKED) {
      return;
    }
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(millis(limit));
    for (TopicDescription topic :
        get(admin.describeTopics(List.of(name), options).allTopicNames(), limit).values()) {
      partitionCount = topic.partitions().size();
    }
  }

  Set<Integer> all() {
    return IntStream.range(0, count()).boxed().collect(Collectors.toUnmodifiableSet());
  }

  int partitionOf(IdempotencyKey key) {
    return new KeyPartitions(count()).of(KeyPartitions.bytes(key));
  }

  private int partitionOf(String requestId) {
    return new KeyPartitions(count()).of(requestId.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The partitions on which a publish may be answered. A refused intent has no key, so the gate
   * answers it under its requestId; once any answer has told the key, that of the key is enough.
   * Without a key the answer may be anywhere.
   */
  Set<Integer> partitionsOf(PendingPublish watch) {
    if (watch.key().isEmpty()) {
      return all();
    }
    Set<Integer> partitions = new HashSet<>();
    partitions.add(partitionOf(watch.key().get()));
    if (!watch.isAnswered()) {
      partitions.add(partitionOf(watch.requestId()));
    }
    return partitions;
  }

  /** Offsets after which only events follow that are not committed yet. */
  Map<Integer, Long> endOffsets(Collection<Integer> partitions, Duration limit) {
    Map<TopicPartition, OffsetSpec> question =
        partitions.stream().collect(Collectors.toMap(this::partition, p -> OffsetSpec.latest()));
    ListOffsetsOptions options =
        new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(millis(limit));
    Map<Integer, Long> offsets = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> answer :
        get(admin.listOffsets(question, options).all(), limit).entrySet()) {
      offsets.put(answer.getKey().partition(), answer.getValue().offset());
    }
    return offsets;
  }

  private int count() {
    int count = partitionCount;
    if (count == NOT_ASKED) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, "the partitions of " + name + " are used before they are known");
    }
    return count;
  }

  private <T> T get(KafkaFuture<T> future, Duration limit) {
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw errors.translate("reading the offsets of " + name, e);
    }
  }

  private static int millis(Duration limit) {
    return Math.toIntExact(Math.max(1, limit.toMillis()));
  }
}
