package dev.actonce.lab.bench;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.tool.Handlers;
import dev.actonce.topology.GateApp;
import dev.actonce.topology.GateReporting;
import dev.actonce.topology.SuspectsApp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gate, watch over suspects, and executors, as production runs them, in this process. */
final class PipelineParts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineParts.class);
  private static final Duration READY = Duration.ofSeconds(120);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final List<ExecutorApp> executors = new ArrayList<>();
  private final GateApp gate;

  private PipelineParts(GateApp gate) {
    this.gate = gate;
    parts.push(gate);
  }

  /**
   * Starts them and returns when they serve.
   *
   * @param stages hears each of their steps
   * @throws ActOnceException TIMED_OUT if they are not ready within 2 min
   */
  static PipelineParts start(Rig rig, BenchSettings.Parts wanted, Target target, StageTimes stages)
      throws InterruptedException {
    GateConfig config =
        GateConfig.of(rig.clients().config(), "bench", rig.stateDirectory())
            .withThreads(wanted.gateThreads());
    InstantSource clock = InstantSource.system();
    PipelineParts started =
        new PipelineParts(
            GateApp.start(
                config,
                target.catalog(),
                rig.codecs(),
                clock,
                new GateReporting(Set.of(), stages)));
    try {
      started.parts.push(SuspectsApp.start(config, target.catalog(), clock));
      started.gate.awaitReady(READY);
      started.startExecutors(rig, wanted, target, stages);
      return started;
    } catch (RuntimeException | InterruptedException e) {
      started.close();
      throw e;
    }
  }

  private void startExecutors(Rig rig, BenchSettings.Parts wanted, Target target, StageTimes stages)
      throws InterruptedException {
    KafkaConfig kafka = rig.clients().config();
    Handlers handlers = Handlers.of(target.catalog(), target.handlers());
    parts.push(handlers);
    for (int number = 1; number <= wanted.executors(); number++) {
      ExecutorApp executor =
          ExecutorApp.start(
              new ExecutorConfig(
                  kafka,
                  "bench-" + number,
                  wanted.handlers(),
                  ExecutorConfig.DEFAULT_DRAIN_TIMEOUT),
              EmbeddedPipeline.tools(target.catalog(), handlers),
              rig.codecs(),
              stages);
      parts.push(executor);
      executors.add(executor);
      if (!executor.awaitReady(READY)) {
        throw executor.failure().orElseGet(PipelineParts::late);
      }
    }
  }

  /**
   * Fails if a part has ended by itself.
   *
   * @throws ActOnceException what ended it
   */
  void requireRunning() {
    for (ExecutorApp executor : executors) {
      executor
          .failure()
          .ifPresent(
              cause -> {
                throw cause;
              });
    }
    gate.failure()
        .ifPresent(
            cause -> {
              throw new ActOnceException(
                  ErrorCode.INTERNAL, "the gate stopped while it was measured: " + cause, cause);
            });
  }

  private static ActOnceException late() {
    return new ActOnceException(
        ErrorCode.TIMED_OUT,
        "an executor was not ready within "
            + READY.toSeconds()
            + " s; run again with --verbose to see what it waits for");
  }

  /** Stops executors, watch and gate, in this order. */
  @Override
  public void close() {
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
