package dev.actonce.lab.chaos;

import dev.actonce.config.KafkaConfig;
import dev.actonce.embedded.ClusterSeat;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.Parts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run's processes: three brokers that are controllers too, so that any one may be down, two
 * gates with a standby of each other's state, and three executors. Started once; a supervisor
 * thread starts again what ends by itself.
 */
final class Cluster implements AutoCloseable {
  static final Duration READY_LIMIT = Duration.ofSeconds(180);

  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
  private static final int BROKERS = 3;
  private static final int GATES = 2;
  private static final int EXECUTORS = 3;
  static final int PARTITIONS = 6;
  private static final int BROKER_HEAP_MIB = 256;
  private static final int HEAP_MIB = 192;
  private static final long LOOK_MS = 500;

  private final Path directory;
  private final List<Member> brokers = new ArrayList<>();
  private final List<Member> gates = new ArrayList<>();
  private final List<Member> executors = new ArrayList<>();
  private final String bootstrap;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread supervisor = new Thread(this::supervise, "chaos-supervisor");

  private Cluster(Path directory, URI charges) {
    this.directory = directory;
    List<Integer> ports = LoopbackPorts.free(2 * BROKERS);
    this.bootstrap =
        ports.subList(0, BROKERS).stream()
            .map(port -> "127.0.0.1:" + port)
            .collect(Collectors.joining(","));
    addBrokers(ports);
    Path catalog = write("tools.yaml", ChaosCatalog.yaml(charges));
    for (int i = 1; i <= GATES; i++) {
      String name = "gate-" + i;
      add(gates, name, HEAP_MIB, Roles.gate(name, bootstrap, catalog, stateOf(name)));
    }
    for (int i = 1; i <= EXECUTORS; i++) {
      String name = "executor-" + i;
      add(executors, name, HEAP_MIB, Roles.executor(name, bootstrap, catalog));
    }
  }

  /** Starts all parts, ready on return. */
  static Cluster start(Path directory, URI charges) throws InterruptedException {
    Cluster cluster = new Cluster(directory, charges);
    try {
      cluster.brokers.forEach(Member::start);
      awaitReady(cluster.brokers);
      try (TopicProvisioner topics =
          TopicProvisioner.open(new ClientSettings(cluster.kafka()), READY_LIMIT)) {
        topics.create(PARTITIONS, BROKERS);
      }
      cluster.gates.forEach(Member::start);
      cluster.executors.forEach(Member::start);
      awaitReady(cluster.gates);
      awaitReady(cluster.executors);
      cluster.supervisor.setDaemon(true);
      cluster.supervisor.start();
      return cluster;
    } catch (RuntimeException | InterruptedException e) {
      cluster.close();
      throw e;
    }
  }

  private void addBrokers(List<Integer> ports) {
    Map<Integer, Integer> controllers = new TreeMap<>();
    for (int id = 1; id <= BROKERS; id++) {
      controllers.put(id, ports.get(BROKERS + id - 1));
    }
    String clusterId = ClusterSeat.newClusterId();
    for (int id = 1; id <= BROKERS; id++) {
      String name = "broker-" + id;
      ClusterSeat seat = new ClusterSeat(clusterId, id, ports.get(id - 1), controllers);
      add(brokers, name, BROKER_HEAP_MIB, Roles.broker(directory.resolve(name), seat));
    }
  }

  private void add(List<Member> members, String name, int heapMib, List<String> arguments) {
    members.add(new Member(name, heapMib, arguments, directory.resolve(name + ".log")));
  }

  private Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How the runner, the gates and the executors reach the brokers. */
  KafkaConfig kafka() {
    return Roles.kafka(bootstrap);
  }

  List<Member> brokers() {
    return List.copyOf(brokers);
  }

  List<Member> gates() {
    return List.copyOf(gates);
  }

  List<Member> executors() {
    return List.copyOf(executors);
  }

  /** Where a gate keeps its local state. */
  Path stateOf(String gate) {
    return directory.resolve(gate + "-state");
  }

  /** Waits until every process serves. */
  void awaitAllReady() throws InterruptedException {
    awaitReady(brokers);
    awaitReady(gates);
    awaitReady(executors);
  }

  private static void awaitReady(List<Member> members) throws InterruptedException {
    for (Member member : members) {
      member.awaitReady(READY_LIMIT);
    }
  }

  boolean areAllReady() {
    return all().allMatch(Member::isReady);
  }

  /** How often a process ended although no fault had ended it. */
  int unplannedEnds() {
    return all().mapToInt(Member::unplannedEnds).sum();
  }

  /** Lets every process print the stacks of its threads to its log. */
  void dumpThreads() {
    all().forEach(Member::dumpThreads);
  }

  /** Stops executors and gates cleanly, so that no late call or answer is overlooked. */
  void stopPipeline() throws InterruptedException {
    stopping.countDown();
    supervisor.join();
    for (Member member : Stream.concat(executors.stream(), gates.stream()).toList()) {
      if (!member.stop()) {
        LOG.warn("{} did not stop cleanly", member.name());
      }
    }
  }

  private Stream<Member> all() {
    return Stream.of(brokers, gates, executors).flatMap(List::stream);
  }

  private void supervise() {
    try {
      while (!stopping.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
        all().map(Member::restartIfEnded).filter(note -> note != null).forEach(LOG::warn);
      }
    } catch (InterruptedException e) {
      LOG.debug("the supervisor ends");
    }
  }

  /** Kills what still runs. */
  @Override
  public void close() {
    stopping.countDown();
    try (Parts members = new Parts()) {
      all().forEach(member -> members.add(member::end));
    }
  }
}
