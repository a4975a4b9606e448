package dev.actonce.core.gate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When and where a key was last asked for.
 *
 * @param lastSeenAt latest arrival time, or the final outcome's when that is later
 * @param duplicates duplicates blocked so far for this generation
 * @param intentsOffset highest offset read on the intents topic, -1 if none
 * @param reroutedOffset highest offset read on the rerouted topic, -1 if none
 */
public record Seen(Instant lastSeenAt, long duplicates, long intentsOffset, long reroutedOffset) {

  /** First sighting of a generation; what was read for an earlier one stays covered. */
  static Seen first(Arrival arrival, @Nullable Seen earlier) {
    long intents = earlier == null ? -1 : earlier.intentsOffset();
    long rerouted = earlier == null ? -1 : earlier.reroutedOffset();
    return new Seen(arrival.arrivedAt(), 0, intents, rerouted).at(arrival);
  }

  /**
   * Whether this arrival was counted before. The time guards against a re-created topic, whose
   * offsets start again but whose records are younger.
   */
  boolean covers(Arrival arrival) {
    long known =
        arrival.sighting().topic() == Sighting.Topic.INTENTS ? intentsOffset : reroutedOffset;
    return arrival.sighting().offset() <= known && !arrival.arrivedAt().isAfter(lastSeenAt);
  }

  /** Whether its agent asks again and again. */
  boolean isLoop() {
    return duplicates > Gate.LOOP_DUPLICATES;
  }

  Seen blocked(Arrival arrival) {
    return new Seen(lastSeenAt, duplicates + 1, intentsOffset, reroutedOffset).at(arrival);
  }

  Seen finished(Instant finishedAt) {
    return new Seen(later(lastSeenAt, finishedAt), duplicates, intentsOffset, reroutedOffset);
  }

  private Seen at(Arrival arrival) {
    long offset = arrival.sighting().offset();
    boolean intents = arrival.sighting().topic() == Sighting.Topic.INTENTS;
    return new Seen(
        later(lastSeenAt, arrival.arrivedAt()),
        duplicates,
        intents ? offset : intentsOffset,
        intents ? reroutedOffset : offset);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
