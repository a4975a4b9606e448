package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The newest thing that is known about an action: an outcome event, or that there is none yet
 * (pending). Immutable. A final one never changes; any other may be outdated at once.
 */
public final class Latest {
  /** Advice while a publish has no outcome. */
  public static final String PENDING_ADVICE =
      "The action is pending: do not retry with a new id; the outcome will come. Publishing the"
          + " same intent again is safe.";

  /** Advice when the outcomes topic has no event of a key. */
  public static final String NOTHING_KNOWN_ADVICE =
      "No outcome of this action is known: it waits, it runs, or it was never published. Do not"
          + " retry with a new id; publishing the same intent again is safe.";

  static final Latest PENDING = new Latest(null, PENDING_ADVICE, null);
  static final Latest NOTHING_KNOWN = new Latest(null, NOTHING_KNOWN_ADVICE, null);

  private final @Nullable OutcomeEvent event;
  private final String advice;
  private final @Nullable ActOnceException error;

  private Latest(@Nullable OutcomeEvent event, String advice, @Nullable ActOnceException error) {
    this.event = event;
    this.advice = advice;
    this.error = error;
  }

  static Latest of(OutcomeEvent event) {
    return new Latest(event, event.answer().advice(), null);
  }

  /** The same, of a wait that ended early. */
  Latest endedBy(@Nullable ActOnceException why) {
    return why == null ? this : new Latest(event, advice, why);
  }

  /** The event; empty while nothing is known. */
  public Optional<OutcomeEvent> outcome() {
    return Optional.ofNullable(event);
  }

  /** The event's status; empty while nothing is known. */
  public Optional<OutcomeStatus> status() {
    return outcome().map(OutcomeEvent::status);
  }

  /** Whether nothing is known yet: no proof that the action ran, and none that it did not. */
  public boolean isPending() {
    return event == null;
  }

  /** Whether waiting longer brings nothing new; see {@link OutcomeStatus#isFinal}. */
  public boolean isFinal() {
    return event != null && event.status().isFinal();
  }

  /**
   * Why nobody waits any longer although this is not final: ACCESS_DENIED if this client may not
   * read outcomes any more, CLOSED if it was closed or the publisher stopped waiting. The action
   * goes on all the same. Empty while waiting goes on, or may go on.
   */
  public Optional<ActOnceException> error() {
    return Optional.ofNullable(error);
  }

  /** One sentence that a language model can act on; also there while nothing is known. */
  public String advice() {
    return advice;
  }

  /** The status and ids, without results. */
  @Override
  public String toString() {
    if (event == null) {
      return "Latest[PENDING]";
    }
    return "Latest[%s, key=%s, generation=%d, requestId=%s]"
        .formatted(event.status(), event.key(), event.generation(), event.about().requestId());
  }
}
