package dev.actonce.core.suspect;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Equal actions under different keys, each within the window of the one before: perhaps one action,
 * whose agent minted a key per attempt. With one key only, nothing is suspected yet.
 *
 * @param fingerprint what is equal: hash of tenant, action and identity fields
 * @param action the tool
 * @param tenant whose action it is
 * @param keys different keys so far, at least as many as sightings
 * @param firstAt when the first of them was admitted
 * @param sightings the latest of them, oldest first, one for each key, 1 to {@link #MAX_SIGHTINGS}
 */
public record SuspectedDuplicate(
    Fingerprint fingerprint,
    String action,
    String tenant,
    long keys,
    Instant firstAt,
    List<Sighting> sightings) {
  /** Bounds the size of a report; older sightings are only counted. */
  public static final int MAX_SIGHTINGS = 16;

  /**
   * One admitted action.
   *
   * @param key its key
   * @param requestId its publish
   * @param session conversation or workflow that asked
   * @param run execution of the agent that asked
   * @param agent name of the agent that asked
   * @param intentId business identity it was given
   * @param toolCallId id that the model gave to the call
   * @param admittedAt arrival time of its intent
   */
  public record Sighting(
      IdempotencyKey key,
      String requestId,
      @Nullable String session,
      @Nullable String run,
      @Nullable String agent,
      @Nullable String intentId,
      @Nullable String toolCallId,
      Instant admittedAt) {}

  public SuspectedDuplicate {
    sightings = List.copyOf(sightings);
    if (sightings.isEmpty() || sightings.size() > MAX_SIGHTINGS || keys < sightings.size()) {
      throw new ActOnceException(
          ErrorCode.UNDECODABLE,
          "a suspected duplicate has 1 to %d sightings and as many keys or more, got %d and %d"
              .formatted(MAX_SIGHTINGS, sightings.size(), keys));
    }
  }

  /** The latest sighting. */
  public Sighting latest() {
    return sightings.get(sightings.size() - 1);
  }
}
