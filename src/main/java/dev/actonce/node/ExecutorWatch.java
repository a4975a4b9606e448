package dev.actonce.node;

import dev.actonce.core.ActOnceException;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.metrics.Health;
import dev.actonce.metrics.KafkaClientGauges;
import dev.actonce.metrics.Meters;
import dev.actonce.metrics.SeriesTable;
import java.time.Duration;
import java.util.Optional;

/** Shows how an executor is. Refreshed under the metrics' lock; {@link #health} is thread-safe. */
final class ExecutorWatch implements Watch {
  /** A poll loop that has not turned for so long hangs; a takeover of many claims takes less. */
  static final Duration STALL_LIMIT = Duration.ofMinutes(3);

  static final String PART = "executor";

  private final ExecutorApp executor;
  private final SeriesTable clients;

  ExecutorWatch(ExecutorApp executor, Meters meters) {
    this.executor = executor;
    this.clients = new SeriesTable(meters);
  }

  @Override
  public void refresh() {
    clients.publish(KafkaClientGauges.of(PART, executor.clientMetrics()));
  }

  @Override
  public Health.Part health() {
    Optional<ActOnceException> failure = executor.failure();
    Optional<Duration> sinceTurn = executor.sinceTurn();
    if (failure.isPresent() || sinceTurn.isEmpty()) {
      String reason = failure.map(ActOnceException::getMessage).orElse("its thread has ended");
      return new Health.Part(PART, false, false, "stopped: " + reason);
    }
    if (sinceTurn.get().compareTo(STALL_LIMIT) > 0) {
      String reason = "its loop has not turned for " + sinceTurn.get().toSeconds() + " s";
      return new Health.Part(PART, false, false, reason);
    }
    Optional<String> obstacle = executor.obstacle();
    return new Health.Part(
        PART, true, obstacle.isEmpty(), obstacle.orElse("serves its partitions"));
  }
}
