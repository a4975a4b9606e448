package dev.actonce.topology;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
   */
  Optional<String> trouble(Map<MetricName, ? extends Metric> metrics) {
    long now = nanos.getAsLong();
    Duration open =
        openSince.values().stream()
            .map(since -> Duration.ofNanos(now - since))
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
    if (open.compareTo(OPEN_LIMIT) > 0) {
      return Optional.of("what it has sent is not committed for " + open.toSeconds() + " s");
    }
    OptionalDouble silent =
        metrics.entrySet().stream()
            .filter(entry -> entry.getKey().name().equals("last-heartbeat-seconds-ago"))
            .map(entry -> entry.getValue().metricValue())
            .filter(Number.class::isInstance)
            .mapToDouble(value -> ((Number) value).doubleValue())
            .max();
    return silent.isPresent() && silent.getAsDouble() > silenceLimit.toSeconds()
        ? Optional.of("no heartbeat to the brokers for " + (long) silent.getAsDouble() + " s")
        : Optional.empty();
  }
}
