package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlightsTest {
  private static final long MS = 1_000_000;
  private static final Window WINDOW = new Window(100 * MS, 200 * MS);

  private final Flights flights = new Flights(2, WINDOW);

  @Test
  void holdsNoMoreThanItsBound() throws InterruptedException {
    depart(1, 100 * MS);
    depart(2, 100 * MS);

    assertThat(flights.reserve(Duration.ZERO)).isFalse();

    flights.land(1, OutcomeStatus.SUCCEEDED, 101 * MS);

    assertThat(flights.reserve(Duration.ZERO)).isTrue();
  }

  @Test
  void countsLatencyFromTheIntendedTime() throws InterruptedException {
    depart(1, 110 * MS);

    flights.land(1, OutcomeStatus.SUCCEEDED, 150 * MS);

    assertThat(flights.latencies().count()).isEqualTo(1);
    assertThat(flights.latencies().p50Ms()).isBetween(39.9, 40.1);
  }

  /** The slowest answers come late; without them the percentiles would be too good. */
  @Test
  void measuresWhatWasMeantInTheWindowHoweverLateItLands() throws InterruptedException {
    depart(1, 99 * MS);
    depart(2, 199 * MS);

    flights.land(1, OutcomeStatus.SUCCEEDED, 150 * MS);
    flights.land(2, OutcomeStatus.SUCCEEDED, 900 * MS);

    assertThat(flights.latencies().count()).isEqualTo(1);
    assertThat(flights.latencies().p50Ms()).isBetween(700.0, 702.0);
    assertThat(flights.counts().landedInWindow()).isEqualTo(1);
  }

  @Test
  void waitsForTheFinalAnswer() throws InterruptedException {
    depart(1, 100 * MS);

    flights.land(1, OutcomeStatus.UNKNOWN, 101 * MS);
    flights.land(1, OutcomeStatus.IN_PROGRESS, 102 * MS);

    assertThat(flights.counts().unresolved()).isEqualTo(1);
    assertThat(flights.counts().endings()).isEmpty();
  }

  @Test
  void countsEachFlightOnce() throws InterruptedException {
    depart(1, 100 * MS);

    flights.land(1, OutcomeStatus.SUCCEEDED, 101 * MS);
    flights.land(1, OutcomeStatus.ALREADY_DONE, 102 * MS);
    flights.land(7, OutcomeStatus.ALREADY_DONE, 103 * MS);

    assertThat(flights.counts().endings()).isEqualTo(Map.of(OutcomeStatus.SUCCEEDED, 1L));
    assertThat(flights.counts().departed()).isEqualTo(1);
  }

  @Test
  void takesAnythingButSuccessAsRefusal() throws InterruptedException {
    depart(1, 100 * MS);
    depart(2, 100 * MS);
    flights.land(1, OutcomeStatus.REJECTED, 101 * MS);
    flights.land(2, OutcomeStatus.ALREADY_DONE, 101 * MS);

    assertThat(flights.counts().refused()).isEqualTo(1);
    assertThat(flights.counts().unresolved()).isZero();
  }

  @Test
  void tellsTheSenderWhatItFailedWith() throws InterruptedException {
    depart(1, 100 * MS);
    depart(2, 100 * MS);

    flights.fail(new IllegalStateException("disk full"));

    assertThatThrownBy(() -> flights.reserve(Duration.ofSeconds(10))).hasMessage("disk full");
    assertThatThrownBy(() -> flights.awaitLanded(Duration.ZERO)).hasMessage("disk full");
  }

  private void depart(long flight, long intended) throws InterruptedException {
    assertThat(flights.reserve(Duration.ZERO)).isTrue();
    flights.depart(flight, intended);
  }
}
