package dev.actonce.embedded;

import com.yammer.metrics.core.MetricsRegistry;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * One KRaft node with both roles, put together as {@code kafka.server.KafkaRaftServer} does, but
 * with our own fault handler and sockets, which that class does not let in.
 */
final class KafkaNode {
  /** Part of the stop bound that is left for a hand-over nobody is there to take. */
  private static final Duration CONTROLLED_SHUTDOWN = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(KafkaNode.class);

  private final BrokerServer broker;
  private final ControllerServer controller;
  private final BrokerFaultHandlers faults;

  private KafkaNode(BrokerServer broker, ControllerServer controller, BrokerFaultHandlers faults) {
    this.broker = broker;
    this.controller = controller;
    this.faults = faults;
  }

  static KafkaNode create(
      Path logDirectory, Properties settings, BoundSockets sockets, BrokerFaultHandlers faults) {
    KafkaConfig config = new KafkaConfig(settings, false);
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> identity = identity(config, logDirectory);
    Metrics metrics =
        Server.initializeMetrics(config, Time.SYSTEM, identity._1().clusterId().orElseThrow());
    SharedServer shared =
        new SharedServer(
            config,
            identity._1(),
            Time.SYSTEM,
            metrics,
            CompletableFuture.completedFuture(
                QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
            List.of(),
            faults,
            sockets);
    BrokerServer broker = new BrokerServer(shared);
    ControllerServer controller =
        new ControllerServer(shared, KafkaRaftServer.configSchema(), identity._2());
    return new KafkaNode(broker, controller, faults);
  }

  private static Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> identity(
      KafkaConfig config, Path logDirectory) {
    try {
      return KafkaRaftServer.initializeLogDirs(config, LOG, "");
    } catch (RuntimeException e) { // Kafka has no narrower type for it.
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "the data in %s is not of an embedded broker (%s); choose another directory"
              .formatted(logDirectory, e.getMessage()),
          e);
    }
  }

  /** Starts both roles; returns when the broker is unfenced. */
  void start(Duration timeout) {
    run(
        "actonce-broker-start",
        timeout,
        () -> {
          controller.startup();
          broker.startup();
        });
    faults
        .fatal()
        .ifPresent(
            fault -> {
              throw unavailable("failed to start: " + fault.getMessage(), fault);
            });
  }

  /**
   * Stops both roles, the broker first, because it hands over through the controller.
   *
   * @return whether both stopped in time
   */
  boolean stop(Duration timeout) {
    try {
      run(
          "actonce-broker-stop",
          timeout,
          () -> {
            broker.shutdown(CONTROLLED_SHUTDOWN);
            controller.shutdown();
            removeMetrics();
          });
      return true;
    } catch (ActOnceException e) {
      LOG.warn("embedded broker did not stop cleanly: {}", e.getMessage(), e);
      return false;
    }
  }

  /**
   * Empties Kafka's one registry per JVM. A broker leaves gauges in it that would keep the stopped
   * broker in memory and hide those of the next. Another broker of this JVM loses its gauges too,
   * which nobody reads.
   */
  private static void removeMetrics() {
    MetricsRegistry registry = KafkaYammerMetrics.defaultRegistry();
    List.copyOf(registry.allMetrics().keySet()).forEach(registry::removeMetric);
  }

  private static void run(String threadName, Duration timeout, Runnable work) {
    FutureTask<Void> task = new FutureTask<>(work, null);
    Thread thread = new Thread(task, threadName);
    thread.setDaemon(true);
    thread.start();
    try {
      task.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw unavailable("failed in " + threadName + ": " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw unavailable("not done with " + threadName + " after " + timeout, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted in " + threadName, e);
    }
  }

  private static ActOnceException unavailable(String what, @Nullable Throwable cause) {
    return new ActOnceException(
        ErrorCode.BROKER_UNAVAILABLE,
        "embedded broker " + what + "; see its log, and restart it with the same directory",
        cause);
  }
}
