package dev.actonce.kafka;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/** Asks the cluster for topics. Its methods throw what {@link KafkaCalls} throws. Thread-safe. */
public final class ClusterTopics {
  private static final List<String> KAFKAS_OWN =
      List.of("__transaction_state", "__consumer_offsets");

  private final Admin admin;
  private final TopicNames names;
  private final Set<Topic> wanted;
  private final KafkaCalls calls;
  private final PartitionRecord partitionRecord;

  /** The caller closes the admin client. */
  public ClusterTopics(Admin admin, ClientSettings settings, KafkaCalls calls) {
    this.admin = admin;
    this.names = new TopicNames(settings.config().topicPrefix());
    this.wanted = Topic.of(settings.config().outcomeForms());
    this.calls = calls;
    this.partitionRecord = new PartitionRecord(settings, names, calls);
  }

  /** Our topics that the pipeline has, whether they exist or not. */
  public Set<Topic> wanted() {
    return wanted;
  }

  /** Names of all topics, Kafka's own included. */
  public Set<String> existing() {
    return calls.await(admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
  }

  /** Those of our topics that exist. */
  public Map<Topic, TopicFacts> ours(Set<String> existing) {
    Map<Topic, String> present = new EnumMap<>(Topic.class);
    for (Topic topic : wanted) {
      if (existing.contains(names.of(topic))) {
        present.put(topic, names.of(topic));
      }
    }
    Map<String, TopicFacts> byName = read(present.values());
    Map<Topic, TopicFacts> found = new EnumMap<>(Topic.class);
    present.forEach(
        (topic, name) -> {
          TopicFacts actual = byName.get(name);
          if (actual != null) {
            found.put(topic, actual);
          }
        });
    return found;
  }

  /** The number of partitions recorded at creation, if any. */
  public OptionalInt recordedPartitions(Set<String> existing) {
    return existing.contains(names.meta()) ? partitionRecord.read() : OptionalInt.empty();
  }

  /** Records it; it is on the brokers after return. */
  void recordPartitions(int partitions) {
    partitionRecord.write(partitions);
  }

  /**
   * Those that Kafka and Kafka Streams keep for us.
   *
   * @param application the gate's application id
   */
  public Map<String, TopicFacts> internal(Set<String> existing, String application) {
    return read(
        existing.stream()
            .filter(name -> KAFKAS_OWN.contains(name) || name.startsWith(application + "-"))
            .toList());
  }

  private Map<String, TopicFacts> read(Collection<String> topics) {
    Map<String, TopicDescription> descriptions = new HashMap<>();
    admin
        .describeTopics(topics)
        .topicNameValues()
        .forEach(
            (name, answer) ->
                calls
                    .awaitKnown(answer)
                    .ifPresent(description -> descriptions.put(name, description)));
    Map<String, Map<String, String>> settings = settings(descriptions.keySet());
    descriptions.keySet().retainAll(settings.keySet());
    Map<String, TopicFacts> found = new HashMap<>();
    descriptions.forEach(
        (name, description) ->
            found.put(
                name, found(description.partitions(), settings.getOrDefault(name, Map.of()))));
    return found;
  }

  private static TopicFacts found(
      List<TopicPartitionInfo> partitions, Map<String, String> settings) {
    int fewest = partitions.stream().mapToInt(info -> info.isr().size()).min().orElse(0);
    return new TopicFacts(partitions.size(), partitions.get(0).replicas().size(), fewest, settings);
  }

  private Map<String, Map<String, String>> settings(Collection<String> topics) {
    List<ConfigResource> resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Map<String, String>> settings = new HashMap<>();
    admin
        .describeConfigs(resources)
        .values()
        .forEach(
            (resource, answer) ->
                calls
                    .awaitKnown(answer)
                    .ifPresent(config -> settings.put(resource.name(), values(config))));
    return settings;
  }

  /** The settings that have a value; a secret has none. */
  public static Map<String, String> values(Config config) {
    return config.entries().stream()
        .filter(entry -> entry.value() != null)
        .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
  }
}
