package dev.actonce.metrics;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import org.apache.kafka.common.MetricName;

/**
 * The few of Kafka's own figures that say whether its clients are well. They are summed, or their
 * worst is taken, over the clients of one kind: Kafka names each by client, thread, node, topic and
 * partition, which would be hundreds of series. Immutable.
 */
public final class KafkaClientGauges {
  private static final DoubleBinaryOperator SUM = Double::sum;
  private static final DoubleBinaryOperator WORST = Math::max;

  private record Rule(Metric metric, String group, String name, DoubleBinaryOperator join) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(Metric.KAFKA_CONNECTIONS, "producer-metrics", "connection-count", SUM),
          new Rule(Metric.KAFKA_CONNECTIONS, "consumer-metrics", "connection-count", SUM),
          new Rule(Metric.KAFKA_REQUEST_LATENCY, "producer-metrics", "request-latency-avg", WORST),
          new Rule(Metric.KAFKA_RECORD_ERRORS, "producer-metrics", "record-error-total", SUM),
          new Rule(Metric.KAFKA_RECORD_RETRIES, "producer-metrics", "record-retry-total", SUM),
          new Rule(
              Metric.KAFKA_RECORDS_LAG, "consumer-fetch-manager-metrics", "records-lag-max", WORST),
          new Rule(Metric.KAFKA_REBALANCES, "consumer-coordinator-metrics", "rebalance-total", SUM),
          new Rule(Metric.KAFKA_LAST_POLL, "consumer-metrics", "last-poll-seconds-ago", WORST),
          new Rule(Metric.KAFKA_STREAM_THREADS, "stream-metrics", "alive-stream-threads", SUM),
          new Rule(
              Metric.KAFKA_STREAM_THREADS_FAILED, "stream-metrics", "failed-stream-threads", SUM),
          new Rule(
              Metric.KAFKA_COMMIT_LATENCY, "stream-thread-metrics", "commit-latency-avg", WORST),
          new Rule(Metric.KAFKA_PROCESS_RATE, "stream-thread-metrics", "process-rate", SUM));

  private KafkaClientGauges() {}

  /**
   * Picks and joins.
   *
   * @param part gate or executor; part of the client's label
   * @param kafka figures as a Kafka client names them
   */
  public static Map<Series, Double> of(
      String part, Map<MetricName, ? extends org.apache.kafka.common.Metric> kafka) {
    Map<Series, Double> joined = new HashMap<>();
    kafka.forEach(
        (name, value) -> {
          for (Rule rule : RULES) {
            if (rule.group().equals(name.group()) && rule.name().equals(name.name())) {
              put(joined, rule, part, name, value.metricValue());
            }
          }
        });
    return joined;
  }

  /** Time since the laziest consumer polled; zero before the first poll. */
  public static Duration sincePoll(
      Map<MetricName, ? extends org.apache.kafka.common.Metric> kafka) {
    double seconds =
        of("", kafka).entrySet().stream()
            .filter(entry -> entry.getKey().metric() == Metric.KAFKA_LAST_POLL)
            .mapToDouble(Map.Entry::getValue)
            .max()
            .orElse(0);
    return Duration.ofMillis((long) (seconds * 1000));
  }

  private static void put(
      Map<Series, Double> joined, Rule rule, String part, MetricName name, Object value) {
    // Per topic or partition there are more of the same name; a figure without traffic is NaN.
    boolean isWhole = !name.tags().containsKey("topic") && !name.tags().containsKey("partition");
    // It polls only while something is restored.
    String client = name.tags().getOrDefault("client-id", "");
    boolean isRestorer = client.endsWith("-restore-consumer");
    if (isWhole
        && !isRestorer
        && value instanceof Number number
        && !Double.isNaN(number.doubleValue())) {
      Series series = Series.of(rule.metric(), part + "-" + kind(rule.group()));
      double at = Math.max(0, number.doubleValue());
      joined.merge(series, at, (a, b) -> rule.join().applyAsDouble(a, b));
    }
  }

  private static String kind(String group) {
    return Objects.requireNonNull(group).replaceFirst("-.*", "").replace("stream", "streams");
  }
}
