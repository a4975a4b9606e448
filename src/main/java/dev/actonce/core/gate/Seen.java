package dev.actonce.core.gate;

import java.time.Instant;

/**
 * When a key was last asked for.
 *
 * @param lastSeenAt latest arrival time, or the final outcome's when that is later
 * @param duplicates duplicates blocked so far for this generation
 */
public record Seen(Instant lastSeenAt, long duplicates) {

  /** First sighting of a generation. */
  static Seen first(Arrival arrival) {
    return new Seen(arrival.arrivedAt(), 0);
  }

  /** Whether its agent asks again and again. */
  boolean isLoop() {
    return duplicates > Gate.LOOP_DUPLICATES;
  }

  Seen blocked(Arrival arrival) {
    return new Seen(later(lastSeenAt, arrival.arrivedAt()), duplicates + 1);
  }

  Seen finished(Instant finishedAt) {
    return new Seen(later(lastSeenAt, finishedAt), duplicates);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
