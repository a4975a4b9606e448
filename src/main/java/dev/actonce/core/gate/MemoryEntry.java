package dev.actonce.core.gate;

import dev.actonce.core.outcome.AnswerLimits;
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
   * @param result the tool's JSON; null if it had none, or it is not repeated to duplicates: too
   *     large, or asked for in a loop
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
      Instant finishedAt) {

    /** As far as duplicates are told it: a result beyond the bound is told once only. */
    Ending withResultUpTo(int maxBytes) {
      return AnswerLimits.exceeds(result, maxBytes)
          ? new Ending(succeeded, null, reference, settledBy, attempts, finishedAt)
          : this;
    }
  }

  /**
   * After one more duplicate.
   *
   * @param resultMaxBytes longest result that is kept
   */
  MemoryEntry blocked(Arrival arrival, int resultMaxBytes) {
    Seen next = seen.blocked(arrival);
    return new MemoryEntry(
        original, next, ending.withResultUpTo(next.isLoop() ? 0 : resultMaxBytes));
  }
}
