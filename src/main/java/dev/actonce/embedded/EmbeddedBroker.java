package dev.actonce.embedded;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker inside this JVM: one KRaft node, broker and controller in one, on the
 * loopback interface only. For development and tests: one copy of the data, no access control.
 *
 * <p>A data directory keeps its cluster id, topics and offsets across restarts, also when the ports
 * change. A fatal fault of the broker stops the broker, not the JVM; only a failing disk still
 * halts the JVM, which is Kafka's own rule. Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  /** Start-up takes one to three seconds; a restart after a kill may have to recover logs. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

  private final DataDirectory directory;
  private final BoundSockets sockets;
  private final int clientPort;
  private final KafkaNode node;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedBroker(
      DataDirectory directory,
      ClusterSeat seat,
      BoundSockets sockets,
      Map<String, String> overrides) {
    this.directory = directory;
    this.sockets = sockets;
    this.clientPort = seat.clientPort();
    Properties settings = BrokerSettings.of(directory.logs(), seat, overrides);
    this.node =
        KafkaNode.create(directory.logs(), settings, sockets, new BrokerFaultHandlers(this::close));
  }

  /** Starts a broker on a free port. See {@link #start(Path, int)}. */
  public static EmbeddedBroker start(Path directory) {
    return start(directory, 0);
  }

  /**
   * Starts a broker and returns when it serves clients.
   *
   * @param directory holds the data; created and formatted when new, reused otherwise
   * @param clientPort the port for clients; 0 for any free one
   * @throws ActOnceException INVALID_SETTING if the port or the directory is taken or unusable,
   *     BROKER_UNAVAILABLE if the broker does not come up within 60 s
   */
  public static EmbeddedBroker start(Path directory, int clientPort) {
    if (clientPort < 0 || clientPort > 65_535) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "broker port must be 0 to 65535, got " + clientPort);
    }
    return start(DataDirectory.at(directory), alone(clientPort), null, Map.of());
  }

  /**
   * Starts a node of a cluster and returns when it serves clients, for which more than half of the
   * nodes must have been started. Errors as {@link #start(Path, int)}.
   *
   * @param directory holds the node's data; created and formatted when new, reused otherwise
   */
  public static EmbeddedBroker start(Path directory, ClusterSeat seat) {
    return start(
        DataDirectory.at(directory),
        () -> BoundSockets.bind(seat.clientPort(), seat.controllerPort()),
        seat,
        Map.of());
  }

  /** Starts a broker on a free port, with data that {@link #close} deletes. */
  public static EmbeddedBroker startTemporary() {
    return startTemporary(0);
  }

  /** Starts a broker with data that {@link #close} deletes. See {@link #start(Path, int)}. */
  public static EmbeddedBroker startTemporary(int clientPort) {
    return start(DataDirectory.temporary(), alone(clientPort), null, Map.of());
  }

  /**
   * Starts a broker on a free port, with data that {@link #close} deletes and with broker settings
   * that replace ours, such as {@code transactional.id.expiration.ms}. See {@link #start(Path,
   * int)}.
   *
   * @throws ActOnceException INVALID_SETTING also for a setting of the listeners, the quorum or the
   *     directory, which are the embedded broker's own
   */
  public static EmbeddedBroker startTemporary(Map<String, String> overrides) {
    BrokerSettings.requireFree(overrides);
    return start(DataDirectory.temporary(), alone(0), null, overrides);
  }

  private static Supplier<BoundSockets> alone(int clientPort) {
    return () -> BoundSockets.bind(clientPort, 0);
  }

  /** Without a seat the node is alone, at whatever ports it got. */
  private static EmbeddedBroker start(
      DataDirectory directory,
      Supplier<BoundSockets> ports,
      @Nullable ClusterSeat given,
      Map<String, String> overrides) {
    BoundSockets sockets = null;
    EmbeddedBroker broker = null;
    long startNanos = System.nanoTime();
    try {
      sockets = ports.get();
      ClusterSeat seat =
          given == null ? ClusterSeat.alone(sockets.clientPort(), sockets.controllerPort()) : given;
      directory.formatIfNew(seat);
      broker = new EmbeddedBroker(directory, seat, sockets, overrides);
      broker.node.start(START_TIMEOUT);
    } catch (RuntimeException e) {
      release(directory, sockets, broker);
      throw e;
    }
    LOG.info(
        "embedded broker ready at {} in {} ms, data in {}",
        broker.bootstrapServers(),
        (System.nanoTime() - startNanos) / 1_000_000,
        directory.root());
    return broker;
  }

  /** Host and port for clients, as {@code bootstrap.servers} wants it. */
  public String bootstrapServers() {
    return BrokerSettings.HOST + ":" + clientPort;
  }

  /** The port for clients; give it to the next start to keep the address. */
  public int clientPort() {
    return clientPort;
  }

  /** What ended it; empty while it runs. */
  public Optional<ActOnceException> failure() {
    return isClosed()
        ? Optional.of(
            new ActOnceException(
                ErrorCode.BROKER_UNAVAILABLE,
                "the embedded broker stopped after a fault; see its log, and start again with the"
                    + " same data directory"))
        : Optional.empty();
  }

  /** Whether it was closed, or has stopped after a fatal fault. */
  public boolean isClosed() {
    return closed.get();
  }

  /** Where the data is. */
  public Path directory() {
    return directory.root();
  }

  /**
   * Stops the broker within 20 s, frees its ports and releases, or deletes, its directory. Does
   * nothing when closed already.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    boolean clean = node.stop(CLOSE_TIMEOUT);
    sockets.close();
    if (!clean) {
      // The lock stays: threads of the old node may still write to the directory.
      LOG.warn("embedded broker at {} did not stop in {}", bootstrapServers(), CLOSE_TIMEOUT);
      return;
    }
    directory.close();
    LOG.info("embedded broker at {} stopped", bootstrapServers());
  }

  private static void release(
      DataDirectory directory, @Nullable BoundSockets sockets, @Nullable EmbeddedBroker broker) {
    if (broker != null) {
      broker.close();
      return;
    }
    if (sockets != null) {
      sockets.close();
    }
    directory.close();
  }
}
