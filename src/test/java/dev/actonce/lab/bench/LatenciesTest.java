package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies();

  @Test
  void tellsPercentilesWithThreeDigits() {
    for (int ms = 1; ms <= 1_000; ms++) {
      latencies.record(TimeUnit.MILLISECONDS.toNanos(ms));
    }

    Percentiles percentiles = latencies.percentiles();

    assertThat(percentiles.count()).isEqualTo(1_000);
    assertThat(percentiles.p50Ms()).isCloseTo(500, within(1.0));
    assertThat(percentiles.p99Ms()).isCloseTo(990, within(1.0));
    assertThat(percentiles.p999Ms()).isCloseTo(999, within(1.0));
  }

  @Test
  void takesTimesOfClocksThatDifferAsZero() {
    latencies.record(-5_000_000);

    assertThat(latencies.percentiles()).isEqualTo(new Percentiles(1, 0, 0, 0));
  }

  @Test
  void cutsWhatTakesLongerThanAnHour() {
    latencies.record(TimeUnit.HOURS.toNanos(2));

    assertThat(latencies.percentiles().p50Ms()).isCloseTo(3_600_000, within(4_000.0));
  }

  @Test
  void forgetsTheTimesThatWereTaken() {
    latencies.record(TimeUnit.MILLISECONDS.toNanos(7));
    latencies.take();
    latencies.record(TimeUnit.MILLISECONDS.toNanos(3));

    Percentiles second = latencies.take();

    assertThat(second.count()).isEqualTo(1);
    assertThat(second.p50Ms()).isCloseTo(3, within(0.01));
  }

  @Test
  void isZeroWithoutTimes() {
    assertThat(latencies.percentiles()).isEqualTo(new Percentiles(0, 0, 0, 0));
  }
}
