package dev.actonce.kafka;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates the topics. The number of partitions is fixed at creation: a key lives in the state of
 * its partition, so a later change would move keys away from what is known about them. It is
 * recorded in the compacted topic {@code <prefix>meta}.
 *
 * <p>Every method throws {@link ActOnceException}: BROKER_UNAVAILABLE when Kafka does not answer in
 * time, ACCESS_DENIED when it refuses access. Thread-safe.
 */
public final class TopicProvisioner implements AutoCloseable {
  /** How long each question to the cluster may take. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

  private static final Duration VISIBLE_POLL = Duration.ofMillis(20);

  private final Admin admin;
  private final TopicNames names;
  private final KafkaCalls calls;
  private final ClusterTopics topics;

  private TopicProvisioner(Admin admin, TopicNames names, KafkaCalls calls, ClusterTopics topics) {
    this.admin = admin;
    this.names = names;
    this.calls = calls;
    this.topics = topics;
  }

  /** Opens a provisioner with the default time-out. It connects with the first question. */
  public static TopicProvisioner open(ClientSettings settings) {
    return open(settings, DEFAULT_TIMEOUT);
  }

  public static TopicProvisioner open(ClientSettings settings, Duration timeout) {
    TopicNames names = new TopicNames(settings.config().topicPrefix());
    KafkaCalls calls = new KafkaCalls(settings.config().bootstrapServers(), timeout);
    Map<String, Object> properties = new HashMap<>(settings.admin("provisioner"));
    properties.put("default.api.timeout.ms", Math.toIntExact(timeout.toMillis()));
    properties.put("request.timeout.ms", Math.toIntExact(Math.min(timeout.toMillis(), 10_000)));
    Admin admin = calls.call(() -> Admin.create(properties));
    return new TopicProvisioner(admin, names, calls, new ClusterTopics(admin, settings, calls));
  }

  /**
   * Creates the topics that are missing and records the number of partitions. Existing topics are
   * left as they are; the doctor tells whether they fit.
   *
   * @param partitions of each topic, 1 to 1000
   * @param replicationFactor copies of each partition, 1 to the number of brokers
   * @return the topics created now; {@link #partitions} and the doctor see them
   * @throws ActOnceException TOPIC_MISCONFIGURED if topics exist, or were created, with another
   *     number of partitions
   */
  public List<Topic> create(int partitions, int replicationFactor) {
    requireRange("partitions", partitions, 1000);
    requireRange("replication factor", replicationFactor, Short.MAX_VALUE);
    Map<Topic, TopicFacts> found = find();
    OptionalInt recorded = topics.recordedPartitions(topics.existing());
    recorded.ifPresent(count -> requireSame(names.meta() + " records", count, partitions));
    found.forEach(
        (topic, actual) -> requireSame(names.of(topic) + " has", actual.partitions(), partitions));
    createIfMissing(names.meta(), 1, replicationFactor, TopicSettings.ofMeta(replicationFactor));
    if (recorded.isEmpty()) {
      topics.recordPartitions(partitions);
    }
    List<Topic> created = new ArrayList<>();
    for (Topic topic : topics.wanted()) {
      if (!found.containsKey(topic)
          && createIfMissing(
              names.of(topic),
              partitions,
              replicationFactor,
              TopicSettings.of(topic, replicationFactor))) {
        created.add(topic);
      }
    }
    awaitVisible();
    return List.copyOf(created);
  }

  /**
   * The number of partitions that each topic has.
   *
   * @throws ActOnceException TOPIC_MISCONFIGURED if the topics do not exist
   */
  public int partitions() {
    TopicFacts intents = find().get(Topic.INTENTS);
    if (intents == null) {
      throw new ActOnceException(
          ErrorCode.TOPIC_MISCONFIGURED,
          names.intents() + " does not exist; create the topics first");
    }
    return intents.partitions();
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }

  private Map<Topic, TopicFacts> find() {
    return topics.ours(topics.existing());
  }

  /** Whether this call created it; another process may be faster. */
  private boolean createIfMissing(
      String name, int partitions, int replicationFactor, Map<String, String> settings) {
    NewTopic topic = new NewTopic(name, partitions, (short) replicationFactor).configs(settings);
    try {
      calls.await(admin.createTopics(List.of(topic)).all());
      return true;
    } catch (ActOnceException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      if (e.getCause() instanceof InvalidReplicationFactorException) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "the cluster has too few brokers for %d replicas of %s (%s); with one broker, for a"
                    .formatted(replicationFactor, name, e.getCause().getMessage())
                + " trial, give --replication-factor 1",
            e);
      }
      throw e;
    }
  }

  /** A broker learns of a new topic some time after the controller has created it. */
  private void awaitVisible() {
    long deadline = System.nanoTime() + calls.timeout().toNanos();
    while (find().size() < topics.wanted().size()) {
      if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
        throw new ActOnceException(
            ErrorCode.TIMED_OUT,
            "topics %s* were created but not all are visible after %s; check the brokers' health"
                .formatted(names.prefix(), calls.timeout()));
      }
      LockSupport.parkNanos(VISIBLE_POLL.toNanos());
    }
  }

  private static void requireSame(String where, int actual, int requested) {
    if (actual != requested) {
      throw new ActOnceException(
          ErrorCode.TOPIC_MISCONFIGURED,
          "%s %d partitions, %d requested; keep the count, or use a new topic prefix for another"
              .formatted(where, actual, requested));
    }
  }

  private static void requireRange(String what, int value, int most) {
    if (value < 1 || value > most) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "%s must be 1 to %d, got %d".formatted(what, most, value));
    }
  }
}
