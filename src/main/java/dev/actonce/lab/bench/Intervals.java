package dev.actonce.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Cuts a measured stretch into parts and takes their figures, so that a long run shows whether it
 * stays as it began. Confined to the load's thread.
 */
final class Intervals {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long UNDIVIDED = 0;

  private final Flights flights;
  private final Window window;
  private final long everyNanos;
  private final Consumer<String> progress;
  private final List<Interval> parts = new ArrayList<>();
  private long fromNanos;
  private long dueNanos;
  private long landed;
  private double cpuSeconds;

  /**
   * @param every length of a part; empty for none
   * @param progress is told each part
   */
  Intervals(Flights flights, Window window, Optional<Duration> every, Consumer<String> progress) {
    this.flights = flights;
    this.window = window;
    this.everyNanos = every.map(Duration::toNanos).orElse(UNDIVIDED);
    this.progress = progress;
  }

  /** The stretch begins. */
  void begin() {
    fromNanos = window.fromNanos();
    dueNanos = fromNanos + everyNanos;
    cpuSeconds = ProcessUse.sample().cpuSeconds();
  }

  /** Ends the part that is over by now, if one is. A load that catches up has left the stretch. */
  void look(long realNanos) {
    long nowNanos = window.isOver(realNanos) ? window.toNanos() : realNanos;
    if (everyNanos == UNDIVIDED || nowNanos - dueNanos < 0) {
      return;
    }
    ProcessUse.Sample use = ProcessUse.sample();
    long nowLanded = flights.counts().landedInWindow();
    Interval part =
        new Interval(
            (nowNanos - window.fromNanos()) / NANOS_PER_SECOND,
            (nowNanos - fromNanos) / NANOS_PER_SECOND,
            nowLanded - landed,
            flights.takeRecent(),
            use.since(cpuSeconds));
    parts.add(part);
    progress.accept("  to " + part.toText());
    fromNanos = nowNanos;
    while (nowNanos - dueNanos >= 0) {
      dueNanos += everyNanos;
    }
    landed = nowLanded;
    cpuSeconds = use.cpuSeconds();
  }

  List<Interval> parts() {
    return List.copyOf(parts);
  }
}
