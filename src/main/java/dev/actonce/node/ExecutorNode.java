package dev.actonce.node;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.executor.Tools;
import dev.actonce.tool.ActionHandler;
import dev.actonce.tool.Handlers;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.WireFormat;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** An executor: handlers, codecs, the doctor's look, metering, and itself. Thread-safe. */
public final class ExecutorNode implements Node {
  private final ExecutorApp executor;
  private final Parts parts;
  private volatile boolean closed;

  private ExecutorNode(ExecutorApp executor, Parts parts) {
    this.executor = executor;
    this.parts = parts;
  }

  /**
   * Starts an executor; {@link #awaitReady} returns when it serves its share.
   *
   * @param handlers by action, which win over those that the catalog and the class path offer; not
   *     closed with the executor
   * @param metering not closed with the executor
   * @throws ActOnceException as {@link Handlers#of}; TOPIC_MISCONFIGURED or INVALID_SETTING if the
   *     brokers, the topics or the client properties contradict the guarantee; BROKER_UNAVAILABLE
   *     if Kafka does not answer
   */
  public static ExecutorNode start(
      ExecutorConfig config,
      Catalog catalog,
      Map<String, ActionHandler> handlers,
      WireFormat wireFormat,
      Metering metering) {
    Parts parts = new Parts();
    try {
      // First: it refuses a JVM that would repeat calls.
      Handlers bound = parts.add(Handlers.of(catalog, handlers));
      Codecs codecs = parts.add(Codecs.open(wireFormat, PublicTopics.of(config.kafka())));
      Fitness.require(config.kafka(), catalog, Fitness.Brokers.OF_OTHERS);
      return start(config, bound, new GateNode.Shared(catalog, codecs, metering), parts);
    } catch (RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  /**
   * Starts an executor in the process of a gate that serves the same pipeline. It shares the gate's
   * catalog, codecs and metering, and the look that found the brokers fit. Close it before the
   * gate.
   *
   * @param handlers of the gate's catalog; must stay open while the executor runs
   */
  public static ExecutorNode startBeside(GateNode gate, ExecutorConfig config, Handlers handlers) {
    return start(config, handlers, gate.shared(), new Parts());
  }

  private static ExecutorNode start(
      ExecutorConfig config, Handlers handlers, GateNode.Shared shared, Parts parts) {
    Metering metering = shared.metering();
    ExecutorApp executor =
        parts.add(
            ExecutorApp.start(
                config,
                Tools.of(shared.catalog(), handlers),
                shared.codecs(),
                metering.executorListener()));
    metering.watch(executor);
    return new ExecutorNode(executor, parts);
  }

  @Override
  public String name() {
    return "executor";
  }

  @Override
  public boolean isReady() {
    return executor.hasServed();
  }

  @Override
  public Optional<String> obstacle() {
    return executor.obstacle();
  }

  @Override
  public void awaitReady(Duration limit) {
    try {
      if (!executor.awaitReady(limit)) {
        throw failure().orElseGet(() -> late(limit));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while the executor starts", e);
    }
  }

  private ActOnceException late(Duration limit) {
    return new ActOnceException(
        ErrorCode.TIMED_OUT,
        "the executor is not ready after "
            + limit.toSeconds()
            + " s: "
            + executor.obstacle().orElse("it has just begun to serve")
            + "; run again with --verbose to see more");
  }

  @Override
  public Optional<ActOnceException> failure() {
    boolean hasEnded = executor.sinceTurn().isEmpty(); // Asked first: its failure is set by then.
    Optional<ActOnceException> known = executor.failure();
    return known.isPresent() || !hasEnded || closed ? known : Optional.of(silentEnd());
  }

  private static ActOnceException silentEnd() {
    return new ActOnceException(
        ErrorCode.INTERNAL,
        "the executor's thread has ended; its claims are recovered by the next start, whose log"
            + " says more if it ends again");
  }

  @Override
  public void close() {
    closed = true;
    parts.close();
  }
}
