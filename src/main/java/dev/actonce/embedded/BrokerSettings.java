package dev.actonce.embedded;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Settings of a small broker, alone or in a cluster on one machine: few internal partitions, little
 * memory, and prompt rebalances and transaction time-outs.
 */
final class BrokerSettings {
  static final String HOST = "127.0.0.1";
  static final String CLIENT_LISTENER = "PLAINTEXT";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private static final int INTERNAL_PARTITIONS = 4;
  private static final int MIB = 1024 * 1024;
  private static final Set<String> OWNED = Set.of("process.roles", "node.id", "log.dirs");

  /** How a listener knows its clients, which leaves it where it is. */
  private static final String LISTENER_SECURITY = "listener.security.protocol.map";

  private static final String ONE_LISTENER = "listener.name.";

  private BrokerSettings() {}

  /**
   * @param overrides settings that replace ours; see {@link #requireFree}
   */
  static Properties of(Path logDirectory, ClusterSeat seat, Map<String, String> overrides) {
    Properties settings = new Properties();
    addListeners(settings, seat);
    addCopies(settings, seat);
    addSmallFootprint(settings);
    settings.put("log.dirs", logDirectory.toString());
    settings.put("auto.create.topics.enable", "false");
    settings.put("group.initial.rebalance.delay.ms", "0");
    // The least session timeout that KafkaConfig takes.
    settings.put("group.min.session.timeout.ms", "1000");
    settings.put("group.streams.initial.rebalance.delay.ms", "0");
    // A dead worker's open transaction holds back every read_committed reader of the partition.
    settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    settings.put("transaction.max.timeout.ms", "900000");
    // Transactions follow close behind each other; 20 ms, Kafka's choice, is ten times their
    // length.
    settings.put("add.partitions.to.txn.retry.backoff.ms", "1");
    // A transaction's first batch waits here until the markers of the one before are written. After
    // 100 ms, Kafka's choice, it is sent back, and the batches behind it find no sequence that they
    // continue (KIP-890): an error in the log for each, though the producer sends all again in
    // order.
    settings.put("add.partitions.to.txn.retry.backoff.max.ms", "10000");
    // After a kill the restarted broker waits for the session of its former self to end. Shorter,
    // a machine under load makes the controller take a slow broker for dead.
    settings.put("broker.session.timeout.ms", "6000");
    settings.put("broker.heartbeat.interval.ms", "500");
    settings.putAll(overrides);
    return settings;
  }

  /** Refuses settings that tie the broker to its sockets, its quorum and its directory. */
  static void requireFree(Map<String, String> overrides) {
    for (String name : overrides.keySet()) {
      boolean moves = name.contains("listener") && !isSecurity(name);
      if (moves || name.startsWith("controller.") || OWNED.contains(name)) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "the embedded broker chooses " + name + " itself; leave it out");
      }
    }
  }

  private static boolean isSecurity(String name) {
    return name.equals(LISTENER_SECURITY) || name.startsWith(ONE_LISTENER);
  }

  private static void addListeners(Properties settings, ClusterSeat seat) {
    String client = CLIENT_LISTENER + "://" + HOST + ":" + seat.clientPort();
    String controller = HOST + ":" + seat.controllerPort();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(seat.nodeId()));
    // A static quorum: unlike a dynamic one it does not store the controller's port on disk.
    settings.put("controller.quorum.voters", seat.voters());
    settings.put("listeners", client + "," + CONTROLLER_LISTENER + "://" + controller);
    settings.put("advertised.listeners", client);
    settings.put("inter.broker.listener.name", CLIENT_LISTENER);
    settings.put("controller.listener.names", CONTROLLER_LISTENER);
    settings.put(
        "listener.security.protocol.map",
        CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
  }

  private static void addCopies(Properties settings, ClusterSeat seat) {
    String copies = Integer.toString(seat.copies());
    String inSync = Integer.toString(seat.minInSync());
    settings.put("default.replication.factor", copies);
    settings.put("min.insync.replicas", inSync);
    settings.put("offsets.topic.replication.factor", copies);
    settings.put("transaction.state.log.replication.factor", copies);
    settings.put("transaction.state.log.min.isr", inSync);
    settings.put("share.coordinator.state.topic.replication.factor", copies);
    settings.put("share.coordinator.state.topic.min.isr", inSync);
  }

  private static void addSmallFootprint(Properties settings) {
    String internalPartitions = Integer.toString(INTERNAL_PARTITIONS);
    settings.put("offsets.topic.num.partitions", internalPartitions);
    settings.put("transaction.state.log.num.partitions", internalPartitions);
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    // More threads than processors only wake each other up.
    int processors = Runtime.getRuntime().availableProcessors();
    settings.put("num.network.threads", processors < 4 ? "1" : "2");
    settings.put("num.io.threads", processors < 4 ? "2" : "4");
    settings.put("background.threads", "2");
    settings.put("group.coordinator.threads", "1");
    settings.put("share.coordinator.threads", "1");
    // An index file is mapped at full size for each segment of each partition.
    settings.put("log.segment.bytes", Integer.toString(64 * MIB));
    settings.put("log.index.size.max.bytes", Integer.toString(MIB));
    settings.put("log.cleaner.threads", "1");
    settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(8 * MIB));
    // Nobody reads this JVM's broker metrics; client metrics are not touched.
    settings.put("metric.reporters", "");
  }
}
