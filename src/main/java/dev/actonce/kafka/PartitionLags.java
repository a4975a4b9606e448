package dev.actonce.kafka;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Asks the brokers how far each partition of the pipeline can be read, and how far its reader is.
 *
 * <p>A transaction that hangs keeps its partition's last stable offset where it is, and every
 * {@code read_committed} reader waits there without an error (KIP-890). Confined to one thread.
 */
public final class PartitionLags implements AutoCloseable {
  private static final List<Topic> TOPICS =
      List.of(Topic.INTENTS, Topic.REROUTED, Topic.DISPATCH, Topic.OUTCOMES);

  private final Admin admin;
  private final TopicNames names;
  private final Map<Topic, String> readers;
  private List<Place> places = List.of();

  private record Place(Topic topic, TopicPartition at) {}

  /**
   * One partition.
   *
   * @param heldBack records between the last stable offset and the end
   * @param backlog records between its reader's committed offset and the last stable one; null when
   *     the reader has committed nothing yet
   */
  public record Lag(Topic topic, int partition, long heldBack, @Nullable Long backlog) {}

  private PartitionLags(Admin admin, KafkaConfig kafka) {
    this.admin = admin;
    this.names = new TopicNames(kafka.topicPrefix());
    String gate = GateConfig.applicationId(kafka);
    this.readers =
        Map.of(
            Topic.INTENTS, gate,
            Topic.REROUTED, gate,
            Topic.OUTCOMES, gate,
            Topic.DISPATCH, ExecutorConfig.group(kafka));
  }

  public static PartitionLags open(ClientSettings settings) {
    return new PartitionLags(Admin.create(settings.admin("metrics")), settings.config());
  }

  /**
   * Asks now; at most four requests, each bounded by the admin client's time-out.
   *
   * @throws ActOnceException BROKER_UNAVAILABLE if there is no full answer
   */
  public List<Lag> read() {
    try {
      if (places.isEmpty()) {
        places = findPlaces();
      }
      Map<TopicPartition, Long> stable = ends(IsolationLevel.READ_COMMITTED);
      Map<TopicPartition, Long> ends = ends(IsolationLevel.READ_UNCOMMITTED);
      Map<TopicPartition, Long> committed = committed();
      List<Lag> lags = new ArrayList<>();
      for (Place place : places) {
        long readable = stable.getOrDefault(place.at(), 0L);
        Long position = committed.get(place.at());
        lags.add(
            new Lag(
                place.topic(),
                place.at().partition(),
                Math.max(0, ends.getOrDefault(place.at(), 0L) - readable),
                position == null ? null : Math.max(0, readable - position)));
      }
      return lags;
    } catch (ExecutionException e) {
      throw new ActOnceException(
          ErrorCode.BROKER_UNAVAILABLE, "the offsets of " + names.prefix() + "* are not known", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while reading offsets", e);
    }
  }

  private List<Place> findPlaces() throws ExecutionException, InterruptedException {
    Map<String, TopicDescription> described =
        admin.describeTopics(TOPICS.stream().map(names::of).toList()).allTopicNames().get();
    List<Place> found = new ArrayList<>();
    for (Topic topic : TOPICS) {
      String name = names.of(topic);
      TopicDescription description = Objects.requireNonNull(described.get(name));
      description
          .partitions()
          .forEach(info -> found.add(new Place(topic, new TopicPartition(name, info.partition()))));
    }
    return found;
  }

  private Map<TopicPartition, Long> ends(IsolationLevel isolation)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted =
        places.stream().collect(Collectors.toMap(Place::at, place -> OffsetSpec.latest()));
    Map<TopicPartition, ListOffsetsResultInfo> answer =
        admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all().get();
    return answer.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  private Map<TopicPartition, Long> committed() throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Set<TopicPartition> wanted = places.stream().map(Place::at).collect(Collectors.toSet());
    for (String group : Set.copyOf(readers.values())) {
      Map<TopicPartition, OffsetAndMetadata> known =
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      known.forEach(
          (at, offset) -> {
            if (wanted.contains(at) && offset != null) {
              offsets.put(at, offset.offset());
            }
          });
    }
    return offsets;
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
