package dev.actonce.executor;

import dev.actonce.core.Settlement;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.execution.SettlementObjection;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.metrics.Workload;
import java.time.Duration;
import java.util.List;

/**
 * Hears what an executor does, step by step: for counters, and for tests that stop a process at a
 * step. Each method returns before the executor goes on, so a slow one slows it down; none may
 * throw. {@link #calling}, {@link #returned} and {@link #lookedUp} run on handler threads, several
 * at once, the others on the poll thread.
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

  /**
   * A new action was claimed; its claim is committed.
   *
   * @param sinceDispatch this host's time less the broker's; negative when their clocks differ
   */
  default void claimed(Duration sinceDispatch) {}

  /**
   * An outcome that a call or look-up led to is committed.
   *
   * @param sinceReturn from the return of that call to the end of the commit
   */
  default void told(Duration sinceReturn) {}

  /** A success whose partition is lost is reported as evidence. */
  default void reportedEvidence(Claim claim) {}

  /**
   * A settlement was read and changes nothing.
   *
   * @param source who wrote it
   * @param objection why
   * @param contradicts whether it proves an effect of a generation that was told FAILED
   */
  record Refused(Settlement.Source source, SettlementObjection objection, boolean contradicts) {}

  /** A settlement was read and changes nothing, though it says something new. */
  default void refusedSettlement(Refused refused) {}

  /** A membership in the group ended by a fault, such as being fenced. */
  default void membershipLost() {}

  /** What the executor is at; about once a second. */
  default void loaded(Workload load) {}
}
