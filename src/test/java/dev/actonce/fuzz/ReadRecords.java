package dev.actonce.fuzz;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.Topic;
import dev.actonce.kafka.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Deletes what all have read, so that a long run does not fill the disk. */
final class ReadRecords implements AutoCloseable {
  private static final long ALL = -1;
  private static final long ADMIN_SECONDS = 30;

  private final Admin admin;
  private final KafkaConfig kafka;
  private final TopicNames names;

  ReadRecords(KafkaConfig kafka) {
    this.kafka = kafka;
    this.names = new TopicNames(kafka.topicPrefix());
    this.admin = Admin.create(new ClientSettings(kafka).admin("fuzz"));
  }

  /**
   * @param positions how far the run's own reader is
   */
  void deleteUpTo(Map<TopicPartition, Long> positions) throws InterruptedException {
    Map<TopicPartition, Long> read = new HashMap<>(positions);
    try {
      for (String group :
          List.of(
              GateConfig.applicationId(kafka),
              GateConfig.suspectsApplicationId(kafka),
              ExecutorConfig.group(kafka))) {
        Map<TopicPartition, OffsetAndMetadata> committed =
            admin
                .listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(ADMIN_SECONDS, TimeUnit.SECONDS);
        committed.forEach((place, at) -> read.merge(place, at.offset(), Math::min));
      }
      Map<TopicPartition, RecordsToDelete> deletable = new HashMap<>();
      read.forEach(
          (place, offset) -> {
            if (isDeletable(place.topic())) {
              deletable.put(place, RecordsToDelete.beforeOffset(offset));
            }
          });
      for (String topic : List.of(names.outcomesJson(), names.suspects())) { // Nobody reads these.
        for (int partition = 0; partition < FuzzedPipeline.PARTITIONS; partition++) {
          deletable.put(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(ALL));
        }
      }
      admin.deleteRecords(deletable).all().get(ADMIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("records that were read cannot be deleted", e);
    }
  }

  private boolean isDeletable(String topic) {
    return List.of(
            Topic.INTENTS,
            Topic.REROUTED,
            Topic.DISPATCH,
            Topic.OUTCOMES,
            Topic.SETTLEMENTS,
            Topic.DEAD_LETTERS)
        .stream()
        .anyMatch(each -> names.of(each).equals(topic));
  }

  @Override
  public void close() {
    admin.close();
  }
}
