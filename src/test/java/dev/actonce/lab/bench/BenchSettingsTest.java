package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BenchSettingsTest {
  @Test
  void refusesARateThatIsNone() {
    refuses(() -> pressure(BenchSettings.Mode.RATE, 0, 10), "--rate");
    refuses(() -> pressure(BenchSettings.Mode.RATE, Double.NaN, 10), "--rate");
    assertThat(pressure(BenchSettings.Mode.SATURATE, 0, 10).room()).isEqualTo(10);
  }

  @Test
  void hasRoomForOneWhenOneIsInFlight() {
    BenchSettings.Pressure one = pressure(BenchSettings.Mode.ONE_IN_FLIGHT, 0, 10);

    assertThat(one.room()).isEqualTo(1);
    assertThat(one.as(BenchSettings.Mode.SATURATE).room()).isEqualTo(10);
    assertThat(one.atRate(5)).isEqualTo(pressure(BenchSettings.Mode.RATE, 5, 10));
  }

  @Test
  void namesTheFlagThatIsOutOfBounds() {
    refuses(() -> pressure(BenchSettings.Mode.SATURATE, 0, 0), "--in-flight");
    refuses(() -> new BenchSettings.Mix(127, 0, 1, 0, 1), "--payload-bytes");
    refuses(() -> new BenchSettings.Mix(256, 1.5, 1, 0, 1), "--duplicates");
    refuses(() -> new BenchSettings.Mix(256, 0, 0, 0, 1), "--duplicate-keys");
    refuses(() -> new BenchSettings.Mix(256, 0, 1, -1, 1), "--live-keys");
    refuses(() -> new BenchSettings.Parts(0, 1, 1, 1), "--partitions");
    refuses(() -> new BenchSettings.Parts(1, 65, 1, 1), "--gate-threads");
    refuses(() -> new BenchSettings.Parts(1, 1, 17, 1), "--executors");
    refuses(() -> new BenchSettings.Parts(1, 1, 1, 0), "--executor-max-in-flight");
    refuses(
        () -> new BenchSettings.Times(Duration.ofMinutes(11), Duration.ofSeconds(1)), "--warm-up");
    refuses(() -> new BenchSettings.Times(Duration.ZERO, Duration.ofMillis(999)), "--duration");
    refuses(() -> dividedInto(Duration.ofMillis(999)), "--every");
    refuses(() -> dividedInto(Duration.ofSeconds(4)), "--every");
  }

  private static BenchSettings.Times dividedInto(Duration parts) {
    return new BenchSettings.Times(Duration.ZERO, Duration.ofSeconds(3), Optional.of(parts));
  }

  @Test
  void preparesRepeatedActionsOnlyIfAnyAreRepeated() {
    assertThat(new BenchSettings.Mix(256, 0, 100, 0, 1).prepared()).isZero();
    assertThat(new BenchSettings.Mix(256, 0.1, 100, 0, 1).prepared()).isEqualTo(100);
    assertThat(new BenchSettings.Mix(256, 0.1, 100, 500, 1).prepared()).isEqualTo(500);
  }

  private static BenchSettings.Pressure pressure(
      BenchSettings.Mode mode, double rate, int inFlight) {
    return new BenchSettings.Pressure(mode, rate, inFlight);
  }

  private static void refuses(ThrowingCallable making, String flag) {
    assertThatThrownBy(making).hasMessageContaining(flag);
  }
}
