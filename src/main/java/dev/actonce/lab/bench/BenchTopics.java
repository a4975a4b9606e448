package dev.actonce.lab.bench;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics of a run, all of which start with its prefix. Thread-safe. */
final class BenchTopics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BenchTopics.class);
  private static final Duration ANSWER = Duration.ofSeconds(15);
  private static final String BASELINE = "baseline-";
  private static final int MAX_REPLICAS = 3;

  private final Admin admin;
  private final String prefix;

  BenchTopics(ClientSettings clients) {
    this.admin = Admin.create(clients.admin("bench"));
    this.prefix = clients.config().topicPrefix();
  }

  /** Copies of each partition: three, or as many as there are brokers. */
  int replicas() {
    return Math.min(MAX_REPLICAS, brokers().size());
  }

  private List<Integer> brokers() {
    return await(admin.describeCluster().nodes()).stream().map(Node::id).toList();
  }

  /** Creates topics that are none of the pipeline's, and returns their names. */
  List<String> createForBaseline(List<String> names, int partitions) {
    short replicas = (short) replicas();
    List<String> topics = names.stream().map(name -> prefix + BASELINE + name).toList();
    await(
        admin
            .createTopics(
                topics.stream().map(topic -> new NewTopic(topic, partitions, replicas)).toList())
            .all());
    return topics;
  }

  /** Bytes on disk of all topics of the pipeline, changelogs included, all copies together. */
  long pipelineBytes() {
    return await(admin.describeLogDirs(brokers()).allDescriptions()).values().stream()
        .flatMap(directories -> directories.values().stream())
        .flatMap(directory -> directory.replicaInfos().entrySet().stream())
        .filter(replica -> replica.getKey().topic().startsWith(prefix))
        .filter(replica -> !replica.getKey().topic().startsWith(prefix + BASELINE))
        .map(Map.Entry::getValue)
        .mapToLong(ReplicaInfo::size)
        .sum();
  }

  /** Deletes every topic of the run; what cannot be deleted is left, with a warning. */
  void deleteAll() {
    try {
      Set<String> own =
          await(admin.listTopics().names()).stream()
              .filter(topic -> topic.startsWith(prefix))
              .collect(Collectors.toSet());
      await(admin.deleteTopics(own).all());
    } catch (ActOnceException e) {
      LOG.warn("topics {}* were not deleted: {}", prefix, e.getMessage());
    }
  }

  private static <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ActOnceException(
          ErrorCode.BROKER_UNAVAILABLE,
          "the broker does not answer (" + e + "); check --bootstrap-servers and its health",
          e);
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
