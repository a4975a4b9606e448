package dev.actonce.lab.bench;

import dev.actonce.config.KafkaConfig;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.wire.Codecs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a run stands on: a broker, topics of its own, codecs, a directory. Confined to the run. */
final class Rig implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rig.class);

  private final Path directory;
  private final Deque<AutoCloseable> parts;
  private final ClientSettings clients;
  private final BenchTopics topics;
  private final Codecs codecs;

  private Rig(Place place, int partitions, Deque<AutoCloseable> parts) {
    this.directory = place.directory();
    this.parts = parts;
    KafkaConfig kafka = place.external().orElseGet(this::startBroker);
    this.clients =
        new ClientSettings(
            kafka.withTopicPrefix(kafka.topicPrefix() + "bench-" + place.run() + "."));
    this.topics = new BenchTopics(clients);
    parts.push(topics);
    if (place.external().isPresent()) {
      parts.push(topics::deleteAll);
    }
    try (TopicProvisioner provisioner = TopicProvisioner.open(clients)) {
      provisioner.create(partitions, topics.replicas());
    }
    this.codecs =
        Codecs.open(
            place.wireFormat(), EmbeddedPipeline.publicTopics(clients.config().topicPrefix()));
    parts.push(codecs);
  }

  /**
   * Starts the broker, unless there is one, and creates the topics.
   *
   * @throws dev.actonce.core.ActOnceException BROKER_UNAVAILABLE if it does not answer
   */
  static Rig open(Place place, int partitions) {
    Deque<AutoCloseable> parts = new ArrayDeque<>();
    try {
      return new Rig(place, partitions, parts);
    } catch (RuntimeException e) {
      closeAll(parts);
      throw e;
    }
  }

  private KafkaConfig startBroker() {
    EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
    parts.push(broker);
    return KafkaConfig.of(broker.bootstrapServers());
  }

  ClientSettings clients() {
    return clients;
  }

  BenchTopics topics() {
    return topics;
  }

  Codecs codecs() {
    return codecs;
  }

  Path directory() {
    return directory;
  }

  /** The gate's stores. */
  Path stateDirectory() {
    return directory.resolve("gate-state");
  }

  /** Bytes of the gate's stores; to be asked when it is closed. */
  long stateBytes() {
    try (Stream<Path> tree = Files.walk(stateDirectory())) {
      long bytes = 0;
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot measure the gate's state", e);
    }
  }

  /** Stops the broker that was started, and deletes topics on one that was not. */
  @Override
  public void close() {
    closeAll(parts);
  }

  private static void closeAll(Deque<AutoCloseable> parts) {
    boolean interrupted = Thread.interrupted(); // What was created must go all the same.
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) { // The others must be closed all the same.
        LOG.warn("{} failed to close", part.getClass().getSimpleName(), e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
