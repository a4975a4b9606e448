package dev.actonce.testkit;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.client.ActOnceClient;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.node.Parts;
import dev.actonce.tool.Handlers;
import dev.actonce.topology.GateReporting;
import dev.actonce.wire.WireFormat;
import java.time.Duration;
import java.util.function.Supplier;

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

  static final Duration READY_TIMEOUT = Duration.ofSeconds(120);
  private static final int PARTITIONS = 2;

  private final Catalog catalog;
  private final Supplier<Handlers> handlers;
  private final KafkaConfig kafka;
  private final GateNode gate;
  private final Parts executor = new Parts();

  private ContractPipeline(
      KafkaConfig kafka, Catalog catalog, Supplier<Handlers> handlers, GateNode gate) {
    this.kafka = kafka;
    this.catalog = catalog;
    this.handlers = handlers;
    this.gate = gate;
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
    Catalog catalog = Catalog.of(tool);
    createTopics(kafka);
    GateNode gate =
        GateNode.startWithoutWatch(
            GateConfig.of(kafka, "contract", broker.directory().resolve(prefix + "gate-state")),
            catalog,
            WireFormat.singleObject(),
            Metering.heardBy(GateReporting.NONE, listener));
    ContractPipeline pipeline = new ContractPipeline(kafka, catalog, handlers, gate);
    try {
      gate.awaitReady(READY_TIMEOUT);
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
    executor.close();
  }

  void startExecutor() {
    Handlers bound = executor.add(handlers.get());
    executor.add(ExecutorNode.startBeside(gate, executor(kafka), bound)).awaitReady(READY_TIMEOUT);
  }

  /** Settings of an executor of a contract, in whatever process. */
  static ExecutorConfig executor(KafkaConfig kafka) {
    return new ExecutorConfig(
        kafka, "contract", ExecutorConfig.DEFAULT_MAX_IN_FLIGHT, DRAIN_TIMEOUT);
  }

  private static void createTopics(KafkaConfig kafka) {
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(PARTITIONS, 1);
    }
  }

  @Override
  public void close() {
    stopExecutor();
    gate.close();
  }
}
