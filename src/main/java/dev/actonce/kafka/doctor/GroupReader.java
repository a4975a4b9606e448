package dev.actonce.kafka.doctor;

import dev.actonce.core.ActOnceException;
import dev.actonce.kafka.KafkaCalls;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/** Reads how far a group is. Thread-safe. */
final class GroupReader {
  private final Admin admin;
  private final KafkaCalls calls;

  GroupReader(Admin admin, KafkaCalls calls) {
    this.admin = admin;
    this.calls = calls;
  }

  /**
   * Reads one group.
   *
   * @param reads the partitions that its members work off
   * @param ends where they end for readers of committed records
   */
  GroupFacts read(String group, Collection<TopicPartition> reads, Map<TopicPartition, Long> ends) {
    KafkaFuture<ConsumerGroupDescription> answer =
        admin.describeConsumerGroups(List.of(group)).describedGroups().get(group);
    ConsumerGroupDescription description;
    try {
      description = calls.await(Objects.requireNonNull(answer));
    } catch (ActOnceException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return new GroupFacts(group, "not there", 0, Map.of());
      }
      throw e;
    }
    Map<TopicPartition, OffsetAndMetadata> offsets =
        calls.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, Long> lags = new HashMap<>();
    for (TopicPartition partition : reads) {
      @Nullable OffsetAndMetadata offset = offsets.get(partition);
      long end = ends.getOrDefault(partition, 0L);
      lags.put(partition, offset == null ? -1 : Math.max(0, end - offset.offset()));
    }
    return new GroupFacts(
        group, description.groupState().toString(), description.members().size(), lags);
  }
}
