package dev.actonce.topology;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Signs by which the clients of a gate show that they do not get through to the brokers. Streams
 * itself is RUNNING all the while. Thread-safe.
 */
final class ClientSigns {
  /** A commit under load takes less than a second. */
  static final Duration OPEN_LIMIT = Duration.ofSeconds(8);

  private static final Set<String> LIFE_SIGNS =
      Set.of("last-heartbeat-seconds-ago", "last-rebalance-seconds-ago");

  private final LongSupplier nanos;
  private final Duration silenceLimit;
  private final Map<Object, Long> openSince = new ConcurrentHashMap<>();
  private volatile Runnable onCommit = () -> {};

  /**
   * @param nanos monotonic clock
   * @param silenceLimit a consumer that has sent no heartbeat for so long has lost its brokers
   */
  ClientSigns(LongSupplier nanos, Duration silenceLimit) {
    this.nanos = nanos;
    this.silenceLimit = silenceLimit;
  }

  /** Runs after each commit, on its stream thread. */
  void onCommit(Runnable action) {
    onCommit = action;
  }

  /** A producer has sent a record in its transaction. */
  void sent(Object producer) {
    if (!openSince.containsKey(producer)) { // Cheaper than putIfAbsent, at each record.
      openSince.put(producer, nanos.getAsLong());
    }
  }

  void committed(Object producer) {
    openSince.remove(producer);
    onCommit.run();
  }

  /** Its transaction was aborted, or it was closed. */
  void ended(Object producer) {
    openSince.remove(producer);
  }

  /**
   * Why nothing can be committed now, as far as these signs show it.
   *
   * @param metrics of the application's clients
   * @param consumers client ids of those that live; Kafka shows the heartbeats of dead ones too
   */
  Optional<String> trouble(Map<MetricName, ? extends Metric> metrics, Set<String> consumers) {
    long now = nanos.getAsLong();
    Duration open =
        openSince.values().stream()
            .map(since -> Duration.ofNanos(now - since))
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
    if (open.compareTo(OPEN_LIMIT) > 0) {
      return Optional.of("what it has sent is not committed for " + open.toSeconds() + " s");
    }
    double silent = silence(metrics, consumers);
    return silent > silenceLimit.toSeconds()
        ? Optional.of("no heartbeat to the brokers for " + (long) silent + " s")
        : Optional.empty();
  }

  /** Seconds since the most silent consumer joined its group or sent a heartbeat. */
  private static double silence(Map<MetricName, ? extends Metric> metrics, Set<String> consumers) {
    Map<String, Double> byConsumer = new HashMap<>();
    metrics.forEach(
        (name, metric) -> {
          String client = name.tags().getOrDefault("client-id", "");
          if (LIFE_SIGNS.contains(name.name())
              && consumers.contains(client)
              && metric.metricValue() instanceof Number seconds
              && seconds.doubleValue() >= 0) { // Negative before the first one.
            byConsumer.merge(client, seconds.doubleValue(), Math::min);
          }
        });
    return byConsumer.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
