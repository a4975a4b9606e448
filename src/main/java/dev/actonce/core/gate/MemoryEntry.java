package dev.actonce.core.gate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of a key with a final outcome.
 *
 * @param original the admitted publish
 * @param seen last sighting; the horizon counts from it
 * @param ending what happened
 */
public record MemoryEntry(Original original, Seen seen, Ending ending) {

  /**
   * The final outcome.
   *
   * @param succeeded whether the effect happened; if not, it surely did not
   * @param result the tool's JSON
   * @param reference the provider's reference
   * @param settledBy who ended a doubt
   * @param attempts calls made
   * @param finishedAt when the final outcome was known
   */
  public record Ending(
      boolean succeeded,
      @Nullable String result,
      @Nullable String reference,
      @Nullable String settledBy,
      int attempts,
      Instant finishedAt) {}

  MemoryEntry blocked(Arrival arrival) {
    return new MemoryEntry(original, seen.blocked(arrival), ending);
  }
}
