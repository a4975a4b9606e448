package dev.actonce.lab.restore;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.tool.Handlers;
import java.time.Duration;
import java.util.Map;

/** Two executors whose handler succeeds at once. */
final class Executors implements AutoCloseable {
  private static final int IN_FLIGHT = 256;
  private static final Duration READY = Duration.ofSeconds(180);

  private final Handlers handlers;
  private final ExecutorApp first;
  private final ExecutorApp second;

  Executors(KafkaConfig kafka, Catalog catalog) {
    handlers =
        Handlers.of(
            catalog,
            Map.of(
                Orders.ACTION,
                call ->
                    new ActionResult.Succeeded(
                        "{\"placed\":" + call.arguments() + "}", call.providerKey())));
    first = start(kafka, catalog, "restore-1");
    second = start(kafka, catalog, "restore-2");
  }

  private ExecutorApp start(KafkaConfig kafka, Catalog catalog, String instance) {
    return ExecutorApp.start(
        new ExecutorConfig(kafka, instance, IN_FLIGHT, ExecutorConfig.DEFAULT_DRAIN_TIMEOUT),
        EmbeddedPipeline.tools(catalog, handlers));
  }

  void awaitReady() {
    try {
      if (!first.awaitReady(READY) || !second.awaitReady(READY)) {
        throw new ActOnceException(
            ErrorCode.TIMED_OUT, "the executors were not ready within " + READY.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while executors start", e);
    }
  }

  /** Lets running calls end and commits their outcomes. */
  @Override
  public void close() {
    first.close();
    second.close();
    handlers.close();
  }
}
