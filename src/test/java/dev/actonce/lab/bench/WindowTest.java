package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTest {
  private static final BenchSettings.Times TIMES =
      new BenchSettings.Times(Duration.ofSeconds(2), Duration.ofSeconds(3));
  private static final long SECOND = 1_000_000_000;

  @Test
  void followsTheSettling() {
    Window window = Window.after(0, TIMES);

    assertThat(window.contains(2 * SECOND - 1)).isFalse();
    assertThat(window.contains(2 * SECOND)).isTrue();
    assertThat(window.contains(5 * SECOND - 1)).isTrue();
    assertThat(window.contains(5 * SECOND)).isFalse();
    assertThat(window.seconds()).isEqualTo(3);
  }

  @Test
  void settlesForAFewSecondsHoweverLongTheWarmUp() {
    BenchSettings.Times patient =
        new BenchSettings.Times(Duration.ofSeconds(60), Duration.ofSeconds(1));

    assertThat(Window.after(0, patient)).isEqualTo(new Window(5 * SECOND, 6 * SECOND));
  }

  @Test
  void outlivesAnOverflowOfTheClock() {
    Window window = Window.after(Long.MAX_VALUE - 4 * SECOND, TIMES);

    assertThat(window.contains(Long.MAX_VALUE)).isTrue();
    assertThat(window.contains(Long.MIN_VALUE)).isTrue();
    assertThat(window.isOver(Long.MIN_VALUE + 2 * SECOND)).isTrue();
  }

  @Test
  void mayBeEmpty() {
    assertThat(Window.none(SECOND).contains(SECOND)).isFalse();
  }
}
