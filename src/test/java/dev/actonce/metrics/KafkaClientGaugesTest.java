package dev.actonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class KafkaClientGaugesTest {
  private final Map<MetricName, org.apache.kafka.common.Metric> kafka = new LinkedHashMap<>();

  @Test
  void addsUpOrTakesTheWorstOverTheClientsOfAKind() {
    put("producer-metrics", "record-error-total", Map.of("client-id", "a"), 2.0);
    put("producer-metrics", "record-error-total", Map.of("client-id", "b"), 3.0);
    put("producer-metrics", "request-latency-avg", Map.of("client-id", "a"), 4.0);
    put("producer-metrics", "request-latency-avg", Map.of("client-id", "b"), 9.0);

    assertThat(KafkaClientGauges.of("gate", kafka))
        .containsOnly(
            Map.entry(Series.of(Metric.KAFKA_RECORD_ERRORS, "gate-producer"), 5.0),
            Map.entry(Series.of(Metric.KAFKA_REQUEST_LATENCY, "gate-producer"), 9.0));
  }

  @Test
  void leavesOutWhatIsPerPartitionUnknownOrWithoutAValue() {
    Map<String, String> partition = Map.of("client-id", "a", "topic", "t", "partition", "0");
    put("consumer-fetch-manager-metrics", "records-lag-max", partition, 7.0);
    put("consumer-fetch-manager-metrics", "records-lag-max", Map.of("client-id", "a"), Double.NaN);
    put("consumer-metrics", "some-other", Map.of("client-id", "a"), 7.0);
    put("app-info", "version", Map.of("client-id", "a"), "4.4.0");

    assertThat(KafkaClientGauges.of("gate", kafka)).isEmpty();
  }

  @Test
  void doesNotTakeARestingRestoreConsumerForAThreadThatHangs() {
    put("consumer-metrics", "last-poll-seconds-ago", Map.of("client-id", "t-consumer"), 2.0);
    put(
        "consumer-metrics",
        "last-poll-seconds-ago",
        Map.of("client-id", "t-restore-consumer"),
        9_000.0);

    assertThat(KafkaClientGauges.sincePoll(kafka)).isEqualTo(Duration.ofSeconds(2));
  }

  private void put(String group, String name, Map<String, String> tags, Object value) {
    MetricName key = new MetricName(name, group, "", tags);
    kafka.put(
        key,
        new org.apache.kafka.common.Metric() {
          @Override
          public MetricName metricName() {
            return key;
          }

          @Override
          public Object metricValue() {
            return value;
          }
        });
  }
}
