package dev.actonce.lab.bench;

import dev.actonce.config.KafkaConfig;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.Parts;
import dev.actonce.node.PublicTopics;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a run stands on: a broker, topics of its own, codecs, a directory. Confined to the run. */
final class Rig implements AutoCloseable {
  private final Path directory;
  private final Parts parts;
  private final ClientSettings clients;
  private final BenchTopics topics;
  private final WireFormat wireFormat;
  private final Codecs codecs;

  private Rig(Place place, int partitions, Parts parts) {
    this.directory = place.directory();
    this.parts = parts;
    KafkaConfig kafka = place.external().orElseGet(this::startBroker);
    this.clients =
        new ClientSettings(
            kafka.withTopicPrefix(kafka.topicPrefix() + "bench-" + place.run() + "."));
    this.topics = parts.add(new BenchTopics(clients));
    if (place.external().isPresent()) {
      parts.add(topics::deleteAll);
    }
    try (TopicProvisioner provisioner = TopicProvisioner.open(clients)) {
      provisioner.create(partitions, topics.replicas());
    }
    this.wireFormat = place.wireFormat();
    this.codecs = parts.add(Codecs.open(wireFormat, PublicTopics.of(clients.config())));
  }

  /**
   * Starts the broker, unless there is one, and creates the topics.
   *
   * @throws dev.actonce.core.ActOnceException BROKER_UNAVAILABLE if it does not answer
   */
  static Rig open(Place place, int partitions) {
    Parts parts = new Parts();
    try {
      return new Rig(place, partitions, parts);
    } catch (RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  private KafkaConfig startBroker() {
    EmbeddedBroker broker = parts.add(EmbeddedBroker.start(directory.resolve("broker")));
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

  /** Of the public topics. */
  WireFormat wireFormat() {
    return wireFormat;
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
    parts.close();
  }
}
