package dev.actonce.client;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An intent that the broker has committed, and whose outcome can be waited for. Committed does not
 * mean executed. Thread-safe.
 *
 * <p>It takes one of the client's places for waiting publications until its final outcome is read
 * or {@link #stopWaiting} is called.
 */
public final class Publication {
  private final PendingPublish watch;
  private final Interests interests;

  Publication(PendingPublish watch, Interests interests) {
    this.watch = watch;
    this.interests = interests;
  }

  /**
   * The action's key. Empty while it is not known: the client has no catalog with this action, and
   * no outcome has told it yet.
   */
  public Optional<IdempotencyKey> key() {
    return watch.key();
  }

  /** Identifies this publish; a new one for each publish of the same intent. */
  public String requestId() {
    return watch.requestId();
  }

  /**
   * Waits until the final status of the action is known, or the time is over.
   *
   * <p>Returns at once when the status is known, the client is closed, {@link #stopWaiting} was
   * called, or the brokers refuse to let this client read outcomes, for about 8 s; {@link
   * Latest#error} says which. Never throws: when the time is over it returns the latest known
   * status, such as IN_PROGRESS, UNKNOWN or pending, with advice. An interrupt ends the wait too
   * and stays set. May be called again.
   *
   * @param limit longest wait; zero or less asks without waiting
   */
  public Latest await(Duration limit) {
    return watch.await(limit);
  }

  /** What is known now. */
  public Latest latest() {
    return watch.latest();
  }

  /**
   * The final outcome, once it is known. Dependent stages run in the common pool, so they may
   * block. Completes with an {@link dev.actonce.core.ActOnceException} CLOSED when the client is
   * closed before, and ACCESS_DENIED when outcomes may not be read any more; the action goes on
   * then, and publishing the same intent again is safe. Cancelling it does not end the wait of
   * others; {@link #stopWaiting} does.
   */
  public CompletableFuture<OutcomeEvent> finalOutcome() {
    return watch.finalOutcome().thenApplyAsync(event -> event);
  }

  /**
   * Gives the place of this publication back, for publishers that do not care for the outcome. The
   * action goes on; {@link #latest} stays as it is.
   */
  public void stopWaiting() {
    interests.forget(watch, "the publisher stopped waiting");
  }
}
