package dev.actonce.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {
  @ParameterizedTest
  @CsvSource({"1, 200", "2, 400", "3, 800", "6, 6400", "7, 10000", "100, 10000"})
  void doublesThePauseUpToItsMaximum(int callsMade, long stepMs) {
    assertThat(RetryPolicy.DEFAULT.backoff(callsMade, 0)).isEqualTo(Duration.ofMillis(stepMs / 2));
    assertThat(RetryPolicy.DEFAULT.backoff(callsMade, Math.nextDown(1.0)))
        .isEqualTo(Duration.ofMillis(stepMs));
  }

  @Test
  void keepsEveryPauseBetweenOneMillisecondAndTheMaximum() {
    Random random = new Random(1);
    RetryPolicy policy = new RetryPolicy(3, Duration.ofNanos(1), Duration.ofDays(400));
    for (int i = 0; i < 10_000; i++) {
      Duration pause = policy.backoff(random.nextInt(), random.nextDouble());
      assertThat(pause).isBetween(Duration.ofMillis(1), Duration.ofDays(400));
    }
  }

  @Test
  void spreadsCallersOverHalfTheStep() {
    assertThat(RetryPolicy.DEFAULT.backoff(2, 0.25)).isEqualTo(Duration.ofMillis(250));
    assertThat(RetryPolicy.DEFAULT.backoff(2, 0.75)).isEqualTo(Duration.ofMillis(350));
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 2", "101, 1, 2", "1, 0, 2", "1, -1, 2", "1, 3, 2"})
  void refusesSettingsOutOfBounds(int attempts, long minMs, long maxMs) {
    assertThatThrownBy(
            () -> new RetryPolicy(attempts, Duration.ofMillis(minMs), Duration.ofMillis(maxMs)))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("retry.");
  }
}
