package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private double secondsAgo;
  private long nanos;
  private final Heartbeats heartbeats = new Heartbeats(new MeteredConsumer(), LIMIT, () -> nanos);

  @Test
  void isWellWhileTheGroupHearsOfIt() {
    secondsAgo = 10;

    assertThat(heartbeats.obstacle()).isEmpty();
  }

  @Test
  void isNotWellOnceTheGroupTakesItForDead() {
    secondsAgo = 11;

    assertThat(heartbeats.obstacle())
        .hasValueSatisfying(text -> assertThat(text).contains("11 s", "brokers"));

    secondsAgo = 1;
    assertThat(heartbeats.obstacle()).isEmpty();
  }

  /** The brokers may go away between the join and the first heartbeat. */
  @Test
  void countsFromTheJoinWhenNoHeartbeatWasEverSent() {
    secondsAgo = -1;
    assertThat(heartbeats.obstacle()).isEmpty();

    nanos += LIMIT.plusSeconds(1).toNanos();
    assertThat(heartbeats.obstacle()).isPresent();
  }

  @Test
  void knowsNothingWithoutTheMetric() {
    assertThat(new Heartbeats(new MockConsumer<>("none"), LIMIT, () -> nanos).obstacle()).isEmpty();
  }

  private final class MeteredConsumer extends MockConsumer<byte[], byte[]> {
    MeteredConsumer() {
      super("none");
    }

    @Override
    public synchronized Map<MetricName, ? extends Metric> metrics() {
      MetricName name =
          new MetricName(
              "last-heartbeat-seconds-ago", "consumer-coordinator-metrics", "", Map.of());
      return Map.of(
          name,
          new Metric() {
            @Override
            public MetricName metricName() {
              return name;
            }

            @Override
            public Object metricValue() {
              return secondsAgo;
            }
          });
    }
  }
}
