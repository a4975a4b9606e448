package dev.actonce.core.execution;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.AnswerLimits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Write-ahead record of an executor: from its commit on, the effect may have been started.
 *
 * @param action the frozen request; every retry sends exactly this
 * @param claimId names this claim; a settlement must carry it
 * @param owner executor instance that wrote it, for people
 * @param terms what the catalog said of the tool when it was written
 * @param state what is known of the effect
 * @param progress calls and look-ups made so far
 * @param claimedAt when it was first written; the age of the provider key counts from here
 * @param dispatchOffset offset of the action on the dispatch partition
 */
public record Claim(
    ApprovedAction action,
    String claimId,
    String owner,
    Terms terms,
    State state,
    Progress progress,
    Instant claimedAt,
    long dispatchOffset) {

  /**
   * What the catalog said of the tool when the claim was written; a catalog that has become laxer
   * since must not weaken a live claim.
   *
   * @param safety the tool's class, or a stricter one once its provider key has lost its worth
   * @param policyHash hash of the policy's text
   */
  public record Terms(SafetyClass safety, String policyHash) {
    /** The terms of a policy as it is now. */
    public static Terms of(ToolPolicy policy) {
      return new Terms(policy.safety(), policy.hash());
    }
  }

  /** What is known of the effect of a live claim. */
  public enum State {
    /**
     * Given back while no call ran and none was in doubt: before the first one started, or between
     * two of which the earlier surely did not happen. The next owner simply goes on.
     */
    PARKED,
    /** This owner makes or is about to make a call, and no earlier call is in doubt. */
    CLAIMED,
    /** An earlier call may have had its effect; agents were not told yet. */
    IN_DOUBT,
    /** An earlier call may have had its effect; agents were told UNKNOWN. */
    UNKNOWN
  }

  /**
   * Calls and look-ups made so far.
   *
   * @param attempts calls
   * @param lookups look-ups
   * @param reason code of the doubt; null without one
   * @param unknownSince when agents were told UNKNOWN; null before
   */
  public record Progress(
      int attempts, int lookups, @Nullable String reason, @Nullable Instant unknownSince) {
    /** Nothing was tried yet. */
    public static final Progress NONE = new Progress(0, 0, null, null);

    /** A handler's code may have any length; a claim must always fit into its record. */
    public Progress {
      reason = AnswerLimits.name(reason);
    }
  }

  /** A claim that nothing was done for yet. */
  public static Claim fresh(
      ApprovedAction action,
      String claimId,
      String owner,
      Terms terms,
      Instant claimedAt,
      long dispatchOffset) {
    return new Claim(
        action, claimId, owner, terms, State.CLAIMED, Progress.NONE, claimedAt, dispatchOffset);
  }

  /** The action's identity. */
  public IdempotencyKey key() {
    return action.key();
  }

  /** Whether an earlier call may have had its effect. */
  public boolean isInDoubt() {
    return state == State.IN_DOUBT || state == State.UNKNOWN;
  }

  /**
   * The claim without the arguments and metadata of its action: all that deciding and telling need.
   * It must neither be written nor performed.
   */
  public Claim withoutArguments() {
    return of(action.withIntent(action.intent().withoutArguments()));
  }

  /** The same with the action of a claim that was written before, arguments included. */
  public Claim withActionOf(Claim written) {
    return of(written.action());
  }

  /** Whether its action has its arguments. */
  public boolean isWhole() {
    return action.intent().hasArguments();
  }

  private Claim of(ApprovedAction newAction) {
    return new Claim(newAction, claimId, owner, terms, state, progress, claimedAt, dispatchOffset);
  }

  Claim called() {
    return with(
        state,
        new Progress(
            progress.attempts() + 1,
            progress.lookups(),
            progress.reason(),
            progress.unknownSince()));
  }

  Claim lookedUp() {
    return with(
        state,
        new Progress(
            progress.attempts(),
            progress.lookups() + 1,
            progress.reason(),
            progress.unknownSince()));
  }

  /** Gives the claim back; only while no call runs and none is in doubt. */
  public Claim parked() {
    return with(State.PARKED, progress);
  }

  /** An owner goes on with a parked claim; to be written before its call starts. */
  public Claim taken() {
    return state == State.PARKED ? with(State.CLAIMED, progress) : this;
  }

  /** An earlier call may have had its effect; keeps what agents were told. */
  Claim inDoubt(String reason) {
    return isInDoubt()
        ? this
        : with(
            State.IN_DOUBT,
            new Progress(progress.attempts(), progress.lookups(), reason, progress.unknownSince()));
  }

  Claim unknown(String reason, Instant now) {
    Instant since = progress.unknownSince() == null ? now : progress.unknownSince();
    return with(
        State.UNKNOWN, new Progress(progress.attempts(), progress.lookups(), reason, since));
  }

  /**
   * The doubt is over: the effect surely did not happen, though agents may have been told UNKNOWN.
   */
  Claim cleared() {
    return with(State.CLAIMED, progress);
  }

  /** The provider key protects no retry any more: from now on a stricter class holds. */
  Claim heldTo(SafetyClass safety) {
    Terms stricter = new Terms(safety, terms.policyHash());
    return new Claim(action, claimId, owner, stricter, state, progress, claimedAt, dispatchOffset);
  }

  private Claim with(State newState, Progress newProgress) {
    return new Claim(
        action, claimId, owner, terms, newState, newProgress, claimedAt, dispatchOffset);
  }
}
