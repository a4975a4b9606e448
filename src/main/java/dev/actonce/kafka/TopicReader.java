package dev.actonce.kafka;

import dev.actonce.kafka.ClusterFacts.Found;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
final class TopicReader {
  private static final List<String> KAFKAS_OWN =
      List.of("__transaction_state", "__consumer_offsets");

  private final Admin admin;
  private final TopicNames names;
  private final Set<Topic> wanted;
  private final KafkaCalls calls;

  /**
   * @param wanted those that the pipeline has
   */
  TopicReader(Admin admin, TopicNames names, Set<Topic> wanted, KafkaCalls calls) {
    this.wanted = wanted;
    this.admin = admin;
    this.names = names;
    this.calls = calls;
  }

  /** Names of all topics, Kafka's own included. */
  Set<String> existing() {
    return calls.await(admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
  }

  /** Those of our topics that exist. */
  Map<Topic, Found> ours(Set<String> existing) {
    Map<Topic, String> present = new EnumMap<>(Topic.class);
    for (Topic topic : wanted) {
      if (existing.contains(names.of(topic))) {
        present.put(topic, names.of(topic));
      }
    }
    Map<String, Found> byName = read(present.values());
    Map<Topic, Found> found = new EnumMap<>(Topic.class);
    present.forEach(
        (topic, name) -> {
          Found actual = byName.get(name);
          if (actual != null) {
            found.put(topic, actual);
          }
        });
    return found;
  }

  /**
   * Those that Kafka and Kafka Streams keep for us.
   *
   * @param application the gate's application id
   */
  Map<String, Found> internal(Set<String> existing, String application) {
    return read(
        existing.stream()
            .filter(name -> KAFKAS_OWN.contains(name) || name.startsWith(application + "-"))
            .toList());
  }

  private Map<String, Found> read(Collection<String> topics) {
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
    Map<String, Found> found = new HashMap<>();
    descriptions.forEach(
        (name, description) ->
            found.put(
                name, found(description.partitions(), settings.getOrDefault(name, Map.of()))));
    return found;
  }

  private static Found found(List<TopicPartitionInfo> partitions, Map<String, String> settings) {
    int fewest = partitions.stream().mapToInt(info -> info.isr().size()).min().orElse(0);
    return new Found(partitions.size(), partitions.get(0).replicas().size(), fewest, settings);
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
  static Map<String, String> values(Config config) {
    return config.entries().stream()
        .filter(entry -> entry.value() != null)
        .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
  }
}
