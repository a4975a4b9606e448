package dev.actonce.lab.bench;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Sends load into a lane and measures what comes out. Latency counts from the time at which a
 * publish was meant to happen, so a pipeline that holds the load up is charged for the wait.
 * Confined to one thread.
 */
final class Load {
  /** Room that does not come within this time never comes. */
  private static final Duration STUCK = Duration.ofSeconds(60);

  private static final Duration DRAIN = Duration.ofSeconds(60);

  private static final Duration CATCH_UP = Duration.ofSeconds(1);

  private static final long TELL_NANOS = Duration.ofSeconds(5).toNanos();

  private final Lane lane;
  private final Consumer<String> progress;
  private final long catchUpNanos;
  private long nextFlight;
  private long toldNanos = System.nanoTime();

  /** Hears when the measured stretch begins and ends, on the load's thread. */
  interface Probe {
    /** Hears nothing. */
    Probe NONE =
        new Probe() {
          @Override
          public void begin() {}

          @Override
          public void end() {}
        };

    void begin();

    void end();
  }

  /**
   * What one phase measured.
   *
   * @param counts of the publishes, those before the measured stretch included
   * @param latencies from the intended publish to the final answer
   * @param perSecond final answers per second in the measured stretch
   * @param unsent scheduled publishes that the in-flight bound held back until the end; the
   *     percentiles are too good if there are any
   * @param parts figures of the parts into which it was divided, if it was
   */
  record Measured(
      Flights.Counts counts,
      Percentiles latencies,
      double perSecond,
      long unsent,
      List<Interval> parts) {
    Measured {
      parts = List.copyOf(parts);
    }
  }

  /**
   * @param progress is told now and then how many were published
   */
  Load(Lane lane, Consumer<String> progress) {
    this(lane, progress, CATCH_UP);
  }

  /**
   * @param progress is told now and then how many were published
   * @param catchUp how long a late load may send after the end of the measured stretch
   */
  Load(Lane lane, Consumer<String> progress, Duration catchUp) {
    this.lane = lane;
    this.progress = progress;
    this.catchUpNanos = catchUp.toNanos();
  }

  /**
   * Sends so many, as fast as answers make room, and waits for all answers.
   *
   * @throws ActOnceException TIMED_OUT if the answers do not come
   */
  void fill(int count, int inFlight) throws InterruptedException {
    Flights flights = new Flights(inFlight, Window.none(System.nanoTime()));
    lane.landAt(flights);
    for (int i = 0; i < count; i++) {
      reserve(flights);
      send(flights, System.nanoTime());
      tell(i + 1L);
    }
    flights.awaitLanded(DRAIN);
    Flights.Counts counts = flights.counts();
    if (counts.unresolved() > 0 || counts.refused() > 0) {
      throw stuck("preparing " + count + " actions left " + counts);
    }
  }

  /**
   * Presses for a while, as hard as it can, and measures nothing.
   *
   * @throws ActOnceException TIMED_OUT if no answers come at all
   */
  void warmUp(Duration time, int inFlight) throws InterruptedException {
    Window window = Window.none(System.nanoTime() + time.toNanos());
    Flights flights = new Flights(inFlight, window);
    lane.landAt(flights);
    asAnswered(flights, new Stretch(window, Probe.NONE, undivided(flights, window)));
    flights.awaitLanded(DRAIN);
  }

  /**
   * Presses for a moment to settle and for a measured stretch, then waits for the answers that are
   * still due.
   *
   * @throws ActOnceException TIMED_OUT if no answers come at all
   */
  Measured measure(BenchSettings.Pressure pressure, BenchSettings.Times times, Probe probe)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    Window window = Window.after(startNanos, times);
    Flights flights = new Flights(pressure.room(), window);
    lane.landAt(flights);
    Intervals intervals = new Intervals(flights, window, times.every(), progress);
    Stretch stretch = new Stretch(window, probe, intervals);
    long unsent =
        switch (pressure.mode()) {
          case RATE ->
              bySchedule(new Schedule(startNanos, pressure.ratePerSecond()), flights, stretch);
          case SATURATE, ONE_IN_FLIGHT -> asAnswered(flights, stretch);
        };
    stretch.end();
    flights.awaitLanded(DRAIN);
    Flights.Counts counts = flights.counts();
    return new Measured(
        counts,
        flights.latencies(),
        counts.landedInWindow() / window.seconds(),
        unsent,
        intervals.parts());
  }

  /** Tells the probe once, in time with the load. */
  private static final class Stretch {
    private final Window window;
    private final Probe probe;
    private final Intervals intervals;
    private boolean begun;

    Stretch(Window window, Probe probe, Intervals intervals) {
      this.window = window;
      this.probe = probe;
      this.intervals = intervals;
    }

    void look(long nowNanos) {
      if (!begun && window.hasBegun(nowNanos)) {
        begun = true;
        intervals.begin();
        probe.begin();
      }
      if (begun) {
        intervals.look(nowNanos);
      }
    }

    void end() {
      look(window.toNanos());
      probe.end();
    }
  }

  private Intervals undivided(Flights flights, Window window) {
    return new Intervals(flights, window, Optional.empty(), progress);
  }

  private long asAnswered(Flights flights, Stretch stretch) throws InterruptedException {
    boolean alone = flights.bound() == 1;
    for (long sent = 1; ; sent++) {
      reserve(flights);
      long now = System.nanoTime();
      if (stretch.window.isOver(now)) {
        flights.cancel();
        return 0;
      }
      stretch.look(now);
      send(flights, now);
      if (alone) {
        lane.flush();
      }
      tell(sent);
    }
  }

  private long bySchedule(Schedule schedule, Flights flights, Stretch stretch)
      throws InterruptedException {
    long due = schedule.dueBefore(stretch.window.toNanos());
    for (long index = 0; index < due; index++) {
      long intended = schedule.intendedNanos(index);
      awaitTime(intended);
      reserve(flights);
      long now = System.nanoTime();
      if (stretch.window.isOver(now - catchUpNanos)) {
        flights.cancel();
        return due - index;
      }
      stretch.look(now);
      send(flights, intended);
      tell(index + 1);
    }
    return 0;
  }

  private void send(Flights flights, long intendedNanos) {
    long flight = nextFlight++;
    flights.depart(flight, intendedNanos);
    lane.send(flight);
  }

  private static void reserve(Flights flights) throws InterruptedException {
    if (!flights.reserve(STUCK)) {
      throw stuck("no answer came for " + STUCK.toSeconds() + " s: " + flights.counts());
    }
  }

  private static void awaitTime(long nanos) throws InterruptedException {
    long left = nanos - System.nanoTime();
    while (left > 0) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(left);
      left = nanos - System.nanoTime();
    }
  }

  private void tell(long sent) {
    long now = System.nanoTime();
    if (now - toldNanos >= TELL_NANOS) {
      toldNanos = now;
      progress.accept(String.format(Locale.ROOT, "  %,d published", sent));
    }
  }

  private static ActOnceException stuck(String what) {
    return new ActOnceException(
        ErrorCode.TIMED_OUT, what + "; run again with --verbose to see what the parts wait for");
  }
}
