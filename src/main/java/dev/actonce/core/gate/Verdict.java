package dev.actonce.core.gate;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import org.jspecify.annotations.Nullable;

/**
 * What the gate decided; the adapter only writes it down, in one transaction.
 *
 * @param kind the decision
 * @param cause kind of retry, for duplicates
 * @param next state of the key from now on
 * @param dispatch to be executed; only for {@link Kind#ADMITTED}
 * @param outcome to be told; null for {@link Kind#ADMITTED}
 */
public record Verdict(
    Kind kind,
    @Nullable DuplicateCause cause,
    KeyState next,
    @Nullable ApprovedAction dispatch,
    @Nullable OutcomeEvent outcome) {

  /** The decisions. */
  public enum Kind {
    /** The action goes to the executors. */
    ADMITTED,
    /** Duplicate of a finished action. */
    ALREADY_DONE,
    /** Duplicate of a running action. */
    IN_PROGRESS,
    /** Duplicate of an action whose answer is lost. */
    UNKNOWN,
    /** Same key, other payload. */
    CONFLICT,
    /** Refused; nothing is claimed. */
    REJECTED
  }
}
