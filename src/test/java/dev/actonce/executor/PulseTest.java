package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PulseTest {
  private static final Duration LEASE = Duration.ofSeconds(8);

  private long nanos;
  private final Pulse pulse = new Pulse(LEASE, () -> nanos);

  @Test
  void doesNotServeBeforeItsFirstTurn() {
    assertThat(pulse.obstacle()).isPresent();
  }

  @Test
  void doesNotServeWhileTheLoopStandsForLongerThanTheLease() {
    pulse.turned(Optional.empty());
    assertThat(pulse.obstacle()).isEmpty();

    nanos += LEASE.toNanos() + 1;
    assertThat(pulse.obstacle()).hasValueSatisfying(text -> assertThat(text).contains("8 s"));

    pulse.turned(Optional.empty());
    assertThat(pulse.obstacle()).isEmpty();
  }

  @Test
  void namesWhatItWaitsFor() {
    pulse.turned(Optional.empty());
    pulse.stopped("no right");

    assertThat(pulse.obstacle()).contains("no right");
  }
}
