package dev.actonce.node;

import dev.actonce.core.ActOnceException;
import dev.actonce.kafka.PartitionLags;
import dev.actonce.metrics.Meters;
import dev.actonce.metrics.Metric;
import dev.actonce.metrics.Series;
import dev.actonce.metrics.SeriesTable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers every {@link #EVERY} how far the partitions are read, on a thread of its own.
 */
final class LagWatch implements AutoCloseable {
  static final Duration EVERY = Duration.ofSeconds(15);
  private static final Logger LOG = LoggerFactory.getLogger(LagWatch.class);

  private final PartitionLags lags;
  private final SeriesTable shown;
  private final Runnable onFailure;
  private final ScheduledExecutorService thread;

  private LagWatch(PartitionLags lags, Meters meters, Runnable onFailure) {
    this.lags = lags;
    this.shown = new SeriesTable(meters);
    this.onFailure = onFailure;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "actonce-metrics-lags");
              made.setDaemon(true);
              return made;
            });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A round reports its own failure.
  static LagWatch start(PartitionLags lags, Meters meters, Runnable onFailure) {
    LagWatch watch = new LagWatch(lags, meters, onFailure);
    watch.thread.scheduleWithFixedDelay(watch::round, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    return watch;
  }

  private void round() {
    try {
      Map<Series, Long> values = new HashMap<>();
      for (PartitionLags.Lag lag : lags.read()) {
        String topic = lag.topic().suffix();
        String partition = Integer.toString(lag.partition());
        values.put(Series.of(Metric.STABLE_OFFSET_LAG, topic, partition), lag.heldBack());
        Long backlog = lag.backlog();
        if (backlog != null) {
          values.put(Series.of(Metric.BACKLOG, topic, partition), backlog);
        }
      }
      shown.publish(values);
    } catch (ActOnceException e) {
      LOG.debug("offsets are not known", e);
      shown.publish(Map.of()); // Old lags would be taken for present ones.
      onFailure.run();
    } catch (RuntimeException e) { // The top of the round: the schedule would end without a word.
      LOG.warn("offsets cannot be shown", e);
      onFailure.run();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    lags.close();
  }
}
