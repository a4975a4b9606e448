package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The parts of a measured stretch, at given times. */
class IntervalsTest {
  private static final long MS = 1_000_000;
  private static final Window WINDOW = new Window(500 * MS, 3_500 * MS);

  private final Flights flights = new Flights(10, WINDOW);
  private final List<String> told = new ArrayList<>();
  private final Intervals intervals =
      new Intervals(flights, WINDOW, Optional.of(Duration.ofSeconds(1)), told::add);

  @Test
  void givesFiguresOfEachPartOfALongLoad() throws InterruptedException {
    intervals.begin();
    fly(1, 600);
    fly(2, 700);
    intervals.look(1_499 * MS);
    intervals.look(1_500 * MS);
    fly(3, 1_600);
    intervals.look(2_500 * MS);

    List<Interval> parts = intervals.parts();
    assertThat(parts).extracting(Interval::toSeconds).containsExactly(1.0, 2.0);
    assertThat(parts).extracting(Interval::landed).containsExactly(2L, 1L);
    assertThat(parts).extracting(part -> part.latencies().count()).containsExactly(2L, 1L);
    assertThat(told).hasSize(2);
  }

  /**
   * A part that a stall made longer is one part, and the next one ends when it would have ended.
   */
  @Test
  void keepsTheRhythmAfterAStall() {
    intervals.begin();
    intervals.look(2_800 * MS);
    intervals.look(3_400 * MS);
    intervals.look(9_000 * MS);

    assertThat(intervals.parts()).extracting(Interval::toSeconds).containsExactly(2.3, 3.0);
  }

  private void fly(long flight, long atMs) throws InterruptedException {
    assertThat(flights.reserve(Duration.ZERO)).isTrue();
    flights.depart(flight, atMs * MS);
    flights.land(flight, OutcomeStatus.SUCCEEDED, (atMs + 5) * MS);
  }
}
