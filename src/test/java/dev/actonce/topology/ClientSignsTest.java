package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClientSignsTest {
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private long nanos;
  private final ClientSigns signs = new ClientSigns(() -> nanos, SILENCE);
  private final Object producer = new Object();
  private final Map<MetricName, Metric> metrics = new HashMap<>();

  @Test
  void isInTroubleWhileATransactionStaysOpen() {
    signs.sent(producer);
    pass(ClientSigns.OPEN_LIMIT);
    signs.sent(producer);
    assertThat(trouble()).isNull();
    pass(Duration.ofSeconds(1));
    assertThat(trouble()).contains("not committed for 9 s");

    signs.committed(producer);
    assertThat(trouble()).isNull();
  }

  @Test
  void forgetsAProducerThatAbortedOrWasClosed() {
    signs.sent(producer);
    signs.ended(producer);
    pass(ClientSigns.OPEN_LIMIT.multipliedBy(2));

    assertThat(trouble()).isNull();
  }

  @Test
  void isInTroubleWhenALivingConsumerIsSilent() {
    heartbeat("alive", 3);
    heartbeat("dead", 500);
    assertThat(trouble()).isNull();

    heartbeat("alive", 11);
    assertThat(trouble()).contains("no heartbeat to the brokers for 11 s");
  }

  @Test
  void takesJoiningForASignOfLifeUntilTheFirstHeartbeat() {
    heartbeat("alive", -1);
    assertThat(trouble()).isNull();
    show("last-rebalance-seconds-ago", "alive", 4);
    assertThat(trouble()).isNull();
    show("last-rebalance-seconds-ago", "alive", 12);
    assertThat(trouble()).contains("12 s");
  }

  @Test
  void saysThatItHasCommitted() {
    AtomicInteger commits = new AtomicInteger();
    signs.onCommit(commits::incrementAndGet);
    signs.committed(producer);

    assertThat(commits).hasValue(1);
  }

  private @Nullable String trouble() {
    return signs.trouble(metrics, Set.of("alive")).orElse(null);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private void heartbeat(String client, double seconds) {
    show("last-heartbeat-seconds-ago", client, seconds);
  }

  private void show(String metric, String client, double seconds) {
    MetricName name =
        new MetricName(metric, "consumer-coordinator-metrics", "", Map.of("client-id", client));
    metrics.put(
        name,
        new Metric() {
          @Override
          public MetricName metricName() {
            return name;
          }

          @Override
          public Object metricValue() {
            return seconds;
          }
        });
  }
}
