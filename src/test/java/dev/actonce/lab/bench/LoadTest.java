package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final BenchSettings.Times ONE_SECOND =
      new BenchSettings.Times(Duration.ZERO, Duration.ofSeconds(1));
  private static final BenchSettings.Pressure HUNDRED_PER_SECOND =
      new BenchSettings.Pressure(BenchSettings.Mode.RATE, 100, 10);

  /** A machine that stalls must not make a load that is only late one that was never sent. */
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Answers each publish at once, after what it is told to do before. */
  private static final class InstantLane implements Lane {
    private final LongConsumer before;
    private final OutcomeStatus status;
    private Flights flights = new Flights(1, Window.none(0));

    InstantLane(LongConsumer before, OutcomeStatus status) {
      this.before = before;
      this.status = status;
    }

    @Override
    public void landAt(Flights landing) {
      flights = landing;
    }

    @Override
    public void send(long flight) {
      before.accept(flight);
      flights.land(flight, status, System.nanoTime());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Telling only the stalled publish would hide that thirty others had to wait for it. */
  @Test
  void chargesAStallToEveryPublishThatItHeldUp() throws InterruptedException {
    Load.Measured measured =
        new Load(
                new InstantLane(flight -> stall(flight == 10 ? 300 : 0), OutcomeStatus.SUCCEEDED),
                line -> {},
                LONG)
            .measure(HUNDRED_PER_SECOND, ONE_SECOND, Load.Probe.NONE);

    assertThat(measured.counts().departed()).isEqualTo(100);
    assertThat(measured.latencies().count()).isEqualTo(100);
    assertThat(measured.latencies().p99Ms()).isGreaterThan(250);
    assertThat(measured.unsent()).isZero();
  }

  @Test
  void tellsWhatItCouldNotSendInTime() throws InterruptedException {
    Lane lane = new InstantLane(flight -> stall(flight == 50 ? 1_000 : 0), OutcomeStatus.SUCCEEDED);

    Load.Measured measured =
        new Load(lane, line -> {}, Duration.ZERO)
            .measure(HUNDRED_PER_SECOND, ONE_SECOND, Load.Probe.NONE);

    assertThat(measured.unsent()).isPositive();
    assertThat(measured.unsent() + measured.counts().departed()).isEqualTo(100);
  }

  @Test
  void sendsWhileItWarmsUp() {
    long[] sent = {0};
    Load load = load(flight -> sent[0]++, OutcomeStatus.SUCCEEDED);

    await() // A machine that stalls may let one warm-up end before its first publish.
        .pollInSameThread()
        .until(
            () -> {
              load.warmUp(Duration.ofMillis(20), 7);
              return sent[0] > 0;
            });
  }

  @Test
  void fillsWithAsManyAsItIsTold() throws InterruptedException {
    long[] sent = {0};

    load(flight -> sent[0]++, OutcomeStatus.SUCCEEDED).fill(500, 7);

    assertThat(sent[0]).isEqualTo(500);
  }

  @Test
  void refusesToMeasureOnTopOfRefusedActions() {
    Load load = load(flight -> {}, OutcomeStatus.REJECTED);

    assertThatThrownBy(() -> load.fill(3, 1))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("REJECTED");
  }

  private static Load load(LongConsumer before, OutcomeStatus status) {
    return new Load(new InstantLane(before, status), line -> {});
  }

  private static void stall(long ms) {
    long end = System.nanoTime() + ms * 1_000_000;
    while (ms > 0 && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
