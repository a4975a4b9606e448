package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ReplyHash;
import org.jspecify.annotations.Nullable;

/**
 * State of a key that was admitted and has no final outcome. Never expires.
 *
 * @param original the admitted publish
 * @param seen last sighting
 * @param waiter the latest duplicate that was not told a final outcome; null if none
 * @param doubt set once agents were told UNKNOWN
 */
public record OpenEntry(
    Original original, Seen seen, @Nullable Waiter waiter, @Nullable Doubt doubt) {

  /**
   * A duplicate that waits.
   *
   * @param requestId the publish
   * @param replyHash of its reply token
   */
  public record Waiter(String requestId, ReplyHash replyHash) {}

  /**
   * What is known of an action whose answer is lost.
   *
   * @param claimId live claim
   * @param code reason of the doubt
   * @param attempts calls made
   */
  public record Doubt(@Nullable String claimId, @Nullable String code, int attempts) {}

  OpenEntry blocked(Arrival arrival) {
    ActionIntent intent = arrival.intent();
    Waiter latest = new Waiter(intent.requestId(), ReplyHash.ofNullable(intent.replyToken()));
    return new OpenEntry(original, seen.blocked(arrival), latest, doubt);
  }

  OpenEntry doubtful(Doubt newDoubt) {
    return new OpenEntry(original, seen, waiter, newDoubt);
  }
}
