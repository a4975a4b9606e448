package dev.actonce.kafka.doctor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.ClusterTopics;
import dev.actonce.kafka.KafkaCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/** Reads the facts that rarely change: topics, brokers, features. Thread-safe. */
final class ClusterReader {
  private final Admin admin;
  private final KafkaCalls calls;
  private final ClusterTopics topics;
  private final String application;

  /**
   * @param application the gate's application id
   */
  ClusterReader(Admin admin, KafkaCalls calls, ClientSettings settings, String application) {
    this.admin = admin;
    this.calls = calls;
    this.topics = new ClusterTopics(admin, settings, calls);
    this.application = application;
  }

  /**
   * Reads them. What is not essential may be refused or fail, and is then unknown.
   *
   * @throws ActOnceException BROKER_UNAVAILABLE or ACCESS_DENIED if the topics cannot be read
   */
  ClusterFacts read() {
    Set<String> existing = topics.existing();
    return new ClusterFacts(
        topics(existing),
        optional(() -> topics.internal(existing, application)),
        optional(this::brokers),
        optional(this::features));
  }

  /** Reads our topics only. Errors as above. */
  ClusterFacts.Topics topics() {
    return topics(topics.existing());
  }

  private ClusterFacts.Topics topics(Set<String> existing) {
    return new ClusterFacts.Topics(
        topics.wanted(), topics.ours(existing), topics.recordedPartitions(existing));
  }

  private Map<Integer, Map<String, String>> brokers() {
    List<ConfigResource> resources =
        calls.await(admin.describeCluster().nodes()).stream()
            .map(Node::idString)
            .map(id -> new ConfigResource(ConfigResource.Type.BROKER, id))
            .toList();
    Map<ConfigResource, Config> configs = calls.await(admin.describeConfigs(resources).all());
    Map<Integer, Map<String, String>> settings = new HashMap<>();
    configs.forEach(
        (resource, config) ->
            settings.put(Integer.parseInt(resource.name()), ClusterTopics.values(config)));
    return settings;
  }

  private Map<String, Short> features() {
    Map<String, Short> levels = new HashMap<>();
    calls
        .await(admin.describeFeatures().featureMetadata())
        .finalizedFeatures()
        .forEach((name, range) -> levels.put(name, range.maxVersionLevel()));
    return levels;
  }

  /** An answer that the doctor can do without. */
  static <T> Reading<T> optional(Supplier<T> question) {
    try {
      return new Reading.Known<>(question.get());
    } catch (ActOnceException e) {
      if (e.code() == ErrorCode.INTERRUPTED) {
        throw e;
      }
      return new Reading.Unknown<>(String.valueOf(e.getMessage()));
    }
  }
}
