package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One publish that waits for its outcome. Thread-safe. */
final class PendingPublish {
  private final String requestId;
  private final OutcomeMatcher matcher;
  private volatile @Nullable ActOnceException error;
  private final CompletableFuture<OutcomeEvent> finalOutcome = new CompletableFuture<>();

  PendingPublish(About asked, @Nullable IdempotencyKey key) {
    this.requestId = asked.requestId();
    this.matcher = new OutcomeMatcher(asked, key);
  }

  String requestId() {
    return requestId;
  }

  synchronized Optional<IdempotencyKey> key() {
    return matcher.key();
  }

  synchronized boolean isAnswered() {
    return matcher.isAnswered();
  }

  synchronized Latest latest() {
    Latest latest = matcher.latest().map(Latest::of).orElse(Latest.PENDING);
    return latest.isFinal() ? latest : latest.endedBy(error);
  }

  CompletableFuture<OutcomeEvent> finalOutcome() {
    return finalOutcome;
  }

  /**
   * Takes one event.
   *
   * @return whether it speaks for this publish and tells something new
   */
  boolean offer(OutcomeEvent event) {
    synchronized (this) {
      if (!matcher.offer(event)) {
        return false;
      }
    }
    Latest latest = latest();
    if (latest.isFinal()) {
      latest.outcome().ifPresent(finalOutcome::complete);
    }
    return true;
  }

  boolean isDone() {
    return finalOutcome.isDone();
  }

  /** Ends the wait without a final outcome. */
  void abandon(String why) {
    fail(
        new ActOnceException(
            ErrorCode.CLOSED,
            why
                + " before the outcome of requestId="
                + requestId
                + " was known; the action goes on, and publishing the same intent again is safe"));
  }

  /** Ends the wait, because the outcome cannot be read. */
  void fail(ActOnceException why) {
    error = why;
    finalOutcome.completeExceptionally(why);
  }

  Latest await(Duration limit) {
    try {
      finalOutcome.get(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Not knowing is an answer here: the latest status says so.
      return latest();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return latest();
  }
}
