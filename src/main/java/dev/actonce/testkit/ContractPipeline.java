package dev.actonce.testkit;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.client.ActOnceClient;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.tool.Handlers;
import dev.actonce.topology.GateApp;
import dev.actonce.wire.Codecs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@link EmbeddedPipeline} puts together, for one tool, with an executor that can be stopped
 * and that a listener hears. Confined to the suite's thread.
 */
final class ContractPipeline implements AutoCloseable {
  /**
   * An executor that died keeps its partitions for so long; long enough that one on a busy machine
   * is not taken for dead.
   */
  static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

  static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(ContractPipeline.class);
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(120);
  private static final int PARTITIONS = 2;

  private final Catalog catalog;
  private final Supplier<Handlers> handlers;
  private final ExecutorListener listener;
  private final KafkaConfig kafka;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Deque<AutoCloseable> executorParts = new ArrayDeque<>();

  private ContractPipeline(
      KafkaConfig kafka, Tool tool, Supplier<Handlers> handlers, ExecutorListener listener) {
    this.catalog = Catalog.of(tool);
    this.handlers = handlers;
    this.listener = listener;
    this.kafka = kafka;
  }

  /**
   * Starts gate and executor; ready on return.
   *
   * @param broker shared with other suites; not closed with the pipeline
   * @param prefix of this suite's topics
   */
  static ContractPipeline start(
      EmbeddedBroker broker,
      String prefix,
      Tool tool,
      Supplier<Handlers> handlers,
      ExecutorListener listener) {
    KafkaConfig kafka = kafka(broker.bootstrapServers(), prefix);
    ContractPipeline pipeline = new ContractPipeline(kafka, tool, handlers, listener);
    try {
      pipeline.startGate(broker.directory().resolve(prefix + "gate-state"));
      pipeline.startExecutor();
      return pipeline;
    } catch (RuntimeException e) {
      pipeline.close();
      throw e;
    }
  }

  static KafkaConfig kafka(String bootstrapServers, String prefix) {
    return KafkaConfig.of(bootstrapServers)
        .withTopicPrefix(prefix)
        .withSessionTimeout(SESSION_TIMEOUT);
  }

  KafkaConfig kafka() {
    return kafka;
  }

  /** A client of its own for one agent. */
  ActOnceClient newClient() {
    return ActOnceClient.builder()
        .bootstrapServers(kafka.bootstrapServers())
        .topicPrefix(kafka.topicPrefix())
        .catalog(catalog)
        .tenant(AgentCall.TENANT)
        .build();
  }

  void stopExecutor() {
    closeAll(executorParts);
  }

  void startExecutor() {
    Handlers bound = handlers.get();
    executorParts.push(bound);
    Codecs codecs = new Codecs();
    executorParts.push(codecs);
    ExecutorApp executor =
        ExecutorApp.start(
            new ExecutorConfig(
                kafka, "contract", ExecutorConfig.DEFAULT_MAX_IN_FLIGHT, DRAIN_TIMEOUT),
            EmbeddedPipeline.tools(catalog, bound),
            codecs,
            listener);
    executorParts.push(executor);
    awaitReady(executor);
  }

  /** Waits until an executor serves. */
  static void awaitReady(ExecutorApp executor) {
    try {
      if (!executor.awaitReady(READY_TIMEOUT)) {
        @Nullable ActOnceException failure = executor.failure().orElse(null);
        throw new ActOnceException(
            ErrorCode.TIMED_OUT,
            "the contract's executor was not ready within " + READY_TIMEOUT.toSeconds() + " s",
            failure);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(
          ErrorCode.INTERRUPTED, "interrupted while the contract's executor started", e);
    }
  }

  private void startGate(Path stateDirectory) {
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(PARTITIONS, 1);
    }
    GateApp gate =
        GateApp.start(
            GateConfig.of(kafka, "contract", stateDirectory), catalog, InstantSource.system());
    parts.push(gate);
    gate.awaitReady(READY_TIMEOUT);
  }

  @Override
  public void close() {
    closeAll(executorParts);
    closeAll(parts);
  }

  private static void closeAll(Deque<AutoCloseable> parts) {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) { // The others must be closed all the same.
        LOG.warn("{} failed to close", part.getClass().getSimpleName(), e);
      }
    }
  }
}
