package dev.actonce.lab.bench;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.node.Node;
import dev.actonce.node.Parts;
import dev.actonce.tool.Handlers;
import dev.actonce.topology.GateReporting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Gate, watch over suspects, and executors, as production runs them, in this process. */
final class PipelineParts implements AutoCloseable {
  private static final Duration READY = Duration.ofSeconds(120);

  private final Parts parts = new Parts();
  private final List<Node> nodes = new ArrayList<>();

  private PipelineParts() {}

  /**
   * Starts them and returns when they serve.
   *
   * @param stages hears each of their steps
   * @throws ActOnceException TIMED_OUT if they are not ready within 2 min
   */
  static PipelineParts start(
      Rig rig, BenchSettings.Parts wanted, Target target, StageTimes stages) {
    PipelineParts started = new PipelineParts();
    try {
      started.startNodes(
          rig, wanted, target, Metering.heardBy(new GateReporting(Set.of(), stages), stages));
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private void startNodes(Rig rig, BenchSettings.Parts wanted, Target target, Metering metering) {
    KafkaConfig kafka = rig.clients().config();
    GateConfig config =
        GateConfig.of(kafka, "bench", rig.stateDirectory()).withThreads(wanted.gateThreads());
    GateNode gate = serving(GateNode.start(config, target.catalog(), rig.wireFormat(), metering));
    Handlers handlers = parts.add(Handlers.of(target.catalog(), target.handlers()));
    for (int number = 1; number <= wanted.executors(); number++) {
      ExecutorConfig executor =
          new ExecutorConfig(
              kafka, "bench-" + number, wanted.handlers(), ExecutorConfig.DEFAULT_DRAIN_TIMEOUT);
      serving(ExecutorNode.startBeside(gate, executor, handlers));
    }
  }

  private <N extends Node> N serving(N node) {
    nodes.add(parts.add(node));
    node.awaitReady(READY);
    return node;
  }

  /**
   * Fails if a part has ended by itself.
   *
   * @throws ActOnceException what ended it
   */
  void requireRunning() {
    for (Node node : nodes) {
      node.failure()
          .ifPresent(
              cause -> {
                throw cause;
              });
    }
  }

  /** Stops executors, watch and gate, in this order. */
  @Override
  public void close() {
    parts.close();
  }
}
