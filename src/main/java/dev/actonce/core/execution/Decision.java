package dev.actonce.core.execution;

import dev.actonce.core.outcome.OutcomeEvent;
import org.jspecify.annotations.Nullable;

/**
 * What the execution machine decided. If there is an outcome, it is committed together with the
 * claim's new state (or its tombstone, when finished) before the next step is taken.
 *
 * @param claim the claim from now on
 * @param next the next step
 * @param outcome to be told to agents; null when they have nothing new to learn
 */
public record Decision(Claim claim, Next next, @Nullable OutcomeEvent outcome) {

  /** Whether the claim ends here. */
  public boolean isFinished() {
    return next.isFinished();
  }
}
