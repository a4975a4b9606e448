package dev.actonce.embedded;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.contract.ContractRecords;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.config.MetricsConfig;
import dev.actonce.config.OutcomeForms;
import dev.actonce.config.SkipPoint;
import dev.actonce.core.ActOnceException;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.node.Parts;
import dev.actonce.tool.ActionHandler;
import dev.actonce.tool.Handlers;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The whole pipeline in one JVM: broker, topics, gate and executor. For development, tests and
 * small installations; the guarantees are the same, the availability is that of one process.
 *
 * <p>With a data directory, closing and starting again goes on where it stopped; without one, the
 * data is deleted on close. Thread-safe.
 */
public final class EmbeddedPipeline implements AutoCloseable {
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

  private final EmbeddedBroker broker;
  private final KafkaConfig kafka;
  private final Metering metering;
  private final GateNode gate;
  private final ExecutorNode executor;
  private final Parts parts;
  private volatile boolean closed;

  private EmbeddedPipeline(
      EmbeddedBroker broker,
      KafkaConfig kafka,
      Metering metering,
      GateNode gate,
      ExecutorNode executor,
      Parts parts) {
    this.broker = broker;
    this.kafka = kafka;
    this.metering = metering;
    this.gate = gate;
    this.executor = executor;
    this.parts = parts;
  }

  /**
   * A pipeline with temporary data.
   *
   * @param clientPort port of the broker; 0 for any free one
   * @throws ActOnceException CONTRACT_MISSING as {@link ContractRecords#require}
   */
  public static EmbeddedPipeline startTemporary(
      int clientPort, Catalog catalog, Map<String, ActionHandler> handlers, Options options) {
    options.contracts().require(catalog);
    return start(EmbeddedBroker.startTemporary(clientPort), catalog, handlers, options);
  }

  /**
   * A pipeline whose data survives in a directory.
   *
   * @param clientPort port of the broker; 0 for any free one
   * @throws ActOnceException CONTRACT_MISSING as {@link ContractRecords#require}
   */
  public static EmbeddedPipeline start(
      Path directory,
      int clientPort,
      Catalog catalog,
      Map<String, ActionHandler> handlers,
      Options options) {
    options.contracts().require(catalog);
    return start(
        EmbeddedBroker.start(directory.resolve("broker"), clientPort), catalog, handlers, options);
  }

  /**
   * What is rarely changed.
   *
   * @param topicPrefix start of every topic
   * @param partitions partitions of every topic, fixed at the first start
   * @param maxInFlight calls at once
   * @param outcomeForms whether outcomes are told in JSON too
   * @param wireFormat of the public topics
   * @param metrics where metrics and health are shown; empty for nowhere
   * @param contracts where the records of passed contracts are
   * @param skips records that the gate passes without reading them
   */
  public record Options(
      String topicPrefix,
      int partitions,
      int maxInFlight,
      OutcomeForms outcomeForms,
      WireFormat wireFormat,
      Optional<MetricsConfig> metrics,
      ContractRecords contracts,
      List<SkipPoint> skips) {
    /**
     * Prefix {@code actonce.}, 4 partitions, 64 calls at once, outcomes in Avro only, which is in
     * single-object encoding, no metrics, contract records in {@code contracts}.
     */
    public static final Options DEFAULT =
        new Options(KafkaConfig.DEFAULT_TOPIC_PREFIX, 4, ExecutorConfig.DEFAULT_MAX_IN_FLIGHT);

    /**
     * Outcomes in Avro only, which is in single-object encoding; no metrics; contract records in
     * {@code contracts}.
     */
    public Options(String topicPrefix, int partitions, int maxInFlight) {
      this(
          topicPrefix,
          partitions,
          maxInFlight,
          OutcomeForms.AVRO,
          WireFormat.singleObject(),
          Optional.empty(),
          new ContractRecords(Path.of(ContractRecords.DEFAULT_DIRECTORY)),
          List.of());
    }

    public Options withOutcomeForms(OutcomeForms forms) {
      return new Options(
          topicPrefix, partitions, maxInFlight, forms, wireFormat, metrics, contracts, skips);
    }

    public Options withWireFormat(WireFormat format) {
      return new Options(
          topicPrefix, partitions, maxInFlight, outcomeForms, format, metrics, contracts, skips);
    }

    public Options withMetrics(MetricsConfig config) {
      return new Options(
          topicPrefix,
          partitions,
          maxInFlight,
          outcomeForms,
          wireFormat,
          Optional.of(config),
          contracts,
          skips);
    }
  }

  private static EmbeddedPipeline start(
      EmbeddedBroker broker,
      Catalog catalog,
      Map<String, ActionHandler> handlers,
      Options options) {
    Parts parts = new Parts();
    parts.add(broker);
    try {
      KafkaConfig kafka =
          KafkaConfig.of(broker.bootstrapServers())
              .withTopicPrefix(options.topicPrefix())
              .withOutcomeForms(options.outcomeForms());
      createTopics(kafka, options.partitions());
      Metering metering = parts.add(Metering.start(options.metrics(), kafka, catalog));
      Handlers bound = parts.add(Handlers.of(catalog, handlers));
      GateConfig gateConfig =
          GateConfig.of(kafka, "embedded", broker.directory().resolve("gate-state"))
              .withSkips(options.skips());
      ExecutorConfig executorConfig =
          new ExecutorConfig(
              kafka, "embedded", options.maxInFlight(), ExecutorConfig.DEFAULT_DRAIN_TIMEOUT);
      GateNode gate =
          parts.add(
              GateNode.startBesideBroker(gateConfig, catalog, options.wireFormat(), metering));
      ExecutorNode executor = parts.add(ExecutorNode.startBeside(gate, executorConfig, bound));
      gate.awaitReady(READY_TIMEOUT);
      executor.awaitReady(READY_TIMEOUT);
      return new EmbeddedPipeline(broker, kafka, metering, gate, executor, parts);
    } catch (RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  /** How to reach this pipeline. */
  public KafkaConfig kafka() {
    return kafka;
  }

  /** Host and port for clients. */
  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Where its metrics are; empty when they are off. */
  public Optional<String> metricsUrl() {
    return metering.url();
  }

  /**
   * What ended a part that the pipeline cannot do without; empty while all run, and once it is
   * closed. A pipeline of which a part has ended takes no action to its end: close it.
   */
  public Optional<ActOnceException> failure() {
    return closed ? Optional.empty() : broker.failure().or(gate::failure).or(executor::failure);
  }

  private static void createTopics(KafkaConfig kafka, int partitions) {
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(partitions, 1);
    }
  }

  /** Stops executor, gate and broker, in this order. */
  @Override
  public void close() {
    closed = true;
    parts.close();
  }
}
