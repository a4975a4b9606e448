package dev.actonce.lab.restore;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What the broker knows of the gate: how far it has read, and how large its changelogs are. */
final class BrokerView implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final long LOOK_MS = 100;

  private final Admin admin;
  private final String group;
  private final TopicNames names;

  /**
   * @param group the gate's consumer group, which starts the names of its changelogs
   */
  BrokerView(ClientSettings clients, String group) {
    this.admin = Admin.create(clients.admin("restore"));
    this.group = group;
    this.names = new TopicNames(clients.config().topicPrefix());
  }

  /** Waits until the gate has committed everything that agents and executors wrote. */
  void awaitNoLag(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (lag() > 0) {
      if (System.nanoTime() > end) {
        throw new ActOnceException(
            ErrorCode.TIMED_OUT,
            "the gate still has " + lag() + " records to read after " + limit.toSeconds() + " s");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  private long lag() {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (int partition = 0; partition < RestoreSettings.PARTITIONS; partition++) {
      for (String topic : List.of(names.intents(), names.outcomes())) {
        latest.put(new TopicPartition(topic, partition), OffsetSpec.latest());
      }
    }
    Map<TopicPartition, OffsetAndMetadata> read =
        await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    return await(admin.listOffsets(latest).all()).entrySet().stream()
        .mapToLong(end -> unread(end.getValue().offset(), read.get(end.getKey())))
        .sum();
  }

  /** Less the transaction marker that may end the log: it is no record. */
  private static long unread(long endOffset, @Nullable OffsetAndMetadata read) {
    return Math.max(0, endOffset - 1 - (read == null ? 0 : read.offset()));
  }

  /** Bytes of all changelogs of the gate on disk. */
  long changelogBytes() {
    List<Integer> brokers =
        await(admin.describeCluster().nodes()).stream().map(node -> node.id()).toList();
    return await(admin.describeLogDirs(brokers).allDescriptions()).values().stream()
        .flatMap(directories -> directories.values().stream())
        .flatMap(directory -> changelogs(directory.replicaInfos()))
        .mapToLong(ReplicaInfo::size)
        .sum();
  }

  private Stream<ReplicaInfo> changelogs(Map<TopicPartition, ReplicaInfo> replicas) {
    return replicas.entrySet().stream()
        .filter(entry -> entry.getKey().topic().startsWith(group + "-"))
        .filter(entry -> entry.getKey().topic().endsWith("-changelog"))
        .map(Map.Entry::getValue);
  }

  private static <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ActOnceException(
          ErrorCode.BROKER_UNAVAILABLE, "the run's broker does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(
          ErrorCode.INTERRUPTED, "interrupted while waiting for the broker", e);
    }
  }

  @Override
  public void close() {
    admin.close(ANSWER);
  }
}
