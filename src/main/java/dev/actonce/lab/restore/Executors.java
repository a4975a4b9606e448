package dev.actonce.lab.restore;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.Metering;
import dev.actonce.node.Parts;
import dev.actonce.tool.ActionHandler;
import dev.actonce.wire.WireFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two executors whose handler succeeds at once. */
final class Executors implements AutoCloseable {
  private static final int IN_FLIGHT = 256;
  private static final Duration READY = Duration.ofSeconds(180);
  private static final Map<String, ActionHandler> HANDLERS =
      Map.of(
          Orders.ACTION,
          call ->
              new ActionResult.Succeeded(
                  "{\"placed\":" + call.arguments() + "}", call.providerKey()));

  private final Parts parts = new Parts();
  private final List<ExecutorNode> nodes = new ArrayList<>();

  private Executors() {}

  /** Starts them; see {@link #awaitReady}. */
  static Executors start(KafkaConfig kafka, Catalog catalog) {
    Executors executors = new Executors();
    try {
      executors.nodes.add(executors.start(kafka, catalog, "restore-1"));
      executors.nodes.add(executors.start(kafka, catalog, "restore-2"));
      return executors;
    } catch (RuntimeException e) {
      executors.close();
      throw e;
    }
  }

  private ExecutorNode start(KafkaConfig kafka, Catalog catalog, String instance) {
    return parts.add(
        ExecutorNode.start(
            new ExecutorConfig(kafka, instance, IN_FLIGHT, ExecutorConfig.DEFAULT_DRAIN_TIMEOUT),
            catalog,
            HANDLERS,
            WireFormat.singleObject(),
            Metering.OFF));
  }

  /**
   * Returns when both serve.
   *
   * @throws dev.actonce.core.ActOnceException TIMED_OUT if one does not within 3 min
   */
  void awaitReady() {
    nodes.forEach(node -> node.awaitReady(READY));
  }

  /** Lets running calls end and commits their outcomes. */
  @Override
  public void close() {
    parts.close();
  }
}
