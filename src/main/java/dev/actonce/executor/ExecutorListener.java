package dev.actonce.executor;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Duration;
import java.util.List;

/**
 * Hears what an executor does, step by step: for counters, and for tests that stop a process at a
 * step. Each method returns before the executor goes on, so a slow one slows it down; none may
 * throw. {@link #committing} and {@link #committed} run on the poll thread, the others on handler
 * threads, several at once.
 */
public interface ExecutorListener {
  /** Hears nothing. */
  ExecutorListener NONE = new ExecutorListener() {};

  /**
   * What one transaction writes.
   *
   * @param claims claims, without tombstones: new ones, and those whose state changes
   * @param outcomes outcome events, final or not
   * @param deadLetters records that were put aside
   */
  record Commit(List<Claim> claims, List<OutcomeEvent> outcomes, int deadLetters) {
    public Commit {
      claims = List.copyOf(claims);
      outcomes = List.copyOf(outcomes);
    }
  }

  /** A transaction is about to begin; nothing of it is written yet. */
  default void committing(Commit commit) {}

  /**
   * A transaction was committed; the calls of its claims have not started.
   *
   * @param took from its begin to the end of its commit
   */
  default void committed(Commit commit, Duration took) {}

  /**
   * A call is about to be made. Should the executor find that it may have lost the partition
   * meanwhile, the call is not made, and {@link #returned} does not follow.
   */
  default void calling(Claim claim) {}

  /**
   * A call has ended; its result is not committed yet.
   *
   * @param claim as it was before the call
   * @param took how long the handler ran
   */
  default void returned(Claim claim, ActionResult result, Duration took) {}

  /**
   * A look-up has ended; its result is not committed yet.
   *
   * @param claim as it was before the look-up
   * @param took how long the handler ran
   */
  default void lookedUp(Claim claim, LookupResult result, Duration took) {}
}
