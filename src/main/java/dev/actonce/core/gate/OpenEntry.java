package dev.actonce.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * State of a key that was admitted and has no final outcome. Never expires.
 *
 * @param original the admitted publish
 * @param seen last sighting
 * @param waiter requestId of the latest duplicate that was not told a final outcome; null if none
 * @param doubt set once agents were told UNKNOWN
 */
public record OpenEntry(
    Original original, Seen seen, @Nullable String waiter, @Nullable Doubt doubt) {

  /**
   * What is known of an action whose answer is lost.
   *
   * @param claimId live claim
   * @param code reason of the doubt
   * @param attempts calls made
   */
  public record Doubt(@Nullable String claimId, @Nullable String code, int attempts) {}

  OpenEntry blocked(Arrival arrival) {
    return new OpenEntry(original, seen.blocked(arrival), arrival.intent().requestId(), doubt);
  }

  OpenEntry doubtful(Doubt newDoubt) {
    return new OpenEntry(original, seen, waiter, newDoubt);
  }
}
