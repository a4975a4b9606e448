package dev.actonce.executor;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * Whether the group has heard of this member lately. A poll does not tell: without brokers it
 * returns nothing, as it does without work. Kafka's consumer sends heartbeats only while it knows
 * its coordinator, and shows the time of the last one as a metric. Confined to the poll thread.
 */
final class Heartbeats {
  private static final String NAME = "last-heartbeat-seconds-ago";
  private static final String GROUP = "consumer-coordinator-metrics";

  private final Consumer<byte[], byte[]> consumer;
  private final Duration limit;
  private final LongSupplier nanos;
  private @Nullable Long joinedAtNanos;
  private @Nullable Metric last;

  /**
   * Heartbeats of a member.
   *
   * @param limit silence after which the group takes a member for dead: the session timeout
   */
  Heartbeats(Consumer<byte[], byte[]> consumer, Duration limit, LongSupplier nanos) {
    this.consumer = consumer;
    this.limit = limit;
    this.nanos = nanos;
  }

  /** What is wrong; empty if nothing is, or nothing is known. To be asked once it has joined. */
  Optional<String> obstacle() {
    if (joinedAtNanos == null) {
      joinedAtNanos = nanos.getAsLong();
    }
    if (last == null) {
      last = find();
    }
    Object value = last == null ? null : last.metricValue();
    if (!(value instanceof Number number)) {
      return Optional.empty();
    }
    boolean never = number.doubleValue() < 0; // A join says as much as a heartbeat.
    long seconds =
        never
            ? TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - joinedAtNanos)
            : number.longValue();
    return seconds > limit.toSeconds()
        ? Optional.of(
            "the group has not heard of it for "
                + seconds
                + " s: the brokers are away, or the group rebalances")
        : Optional.empty();
  }

  private @Nullable Metric find() {
    for (Map.Entry<MetricName, ? extends Metric> entry : consumer.metrics().entrySet()) {
      if (entry.getKey().name().equals(NAME) && entry.getKey().group().equals(GROUP)) {
        return entry.getValue();
      }
    }
    return null;
  }
}
