package dev.actonce.client;

import dev.actonce.core.outcome.OutcomeEvent;
import org.jspecify.annotations.Nullable;

/**
 * Which admission of a key an event speaks of. The generation alone is not enough: a key that was
 * forgotten starts again at the first generation.
 *
 * @param generation which admission of the key
 * @param originalRequestId the publish that was admitted; null when the event does not say
 */
record Admission(int generation, @Nullable String originalRequestId) {

  static Admission of(OutcomeEvent event) {
    return new Admission(event.generation(), event.about().originalRequestId());
  }

  /** Whether an event tells about its action, and not only about the publish that it answers. */
  static boolean isAboutAction(OutcomeEvent event) {
    return switch (event.status()) {
      case SUCCEEDED, FAILED, UNKNOWN, ALREADY_DONE, IN_PROGRESS -> true;
      case CONFLICT, REJECTED -> false;
    };
  }

  /** How much an event settles: work in progress, doubt, an end. Later events of one admission. */
  static int rank(OutcomeEvent event) {
    return switch (event.status()) {
      case IN_PROGRESS -> 0;
      case UNKNOWN -> 1;
      case SUCCEEDED, FAILED, ALREADY_DONE, CONFLICT, REJECTED -> 2;
    };
  }

  boolean isSameAs(Admission other) {
    return generation == other.generation
        && (originalRequestId == null
            || other.originalRequestId == null
            || originalRequestId.equals(other.originalRequestId));
  }

  /**
   * The event that speaks for the action, of two in log order. The gate may answer IN_PROGRESS a
   * moment after the executor wrote the end, because it had not read it yet; that answer must not
   * hide the end.
   */
  static OutcomeEvent prevailing(OutcomeEvent older, OutcomeEvent newer) {
    boolean outdated = of(older).isSameAs(of(newer)) && rank(older) > rank(newer);
    return outdated ? older : newer;
  }
}
