package dev.actonce.client.operator;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The live claim of an executor on an action, as operators see it.
 *
 * @param generation of the action; counts from 1 when the key is free again
 * @param claimId names this claim; a settlement must carry it
 * @param state what is known of the effect
 * @param safety what the tool bears, by which its doubt is ended
 * @param sent what the tool is called with
 * @param progress what was done so far, and by whom
 */
public record OpenClaim(
    IdempotencyKey key,
    int generation,
    String claimId,
    State state,
    SafetyClass safety,
    Sent sent,
    Progress progress) {

  /** What is known of the effect. */
  public enum State {
    /** The action is performed, or is about to be; no call of it is in doubt. */
    PERFORMED,
    /** A call may have had its effect; agents were not told yet, and nothing can be settled. */
    IN_DOUBT,
    /** A call may have had its effect; agents were told UNKNOWN. It can be settled. */
    UNKNOWN
  }

  /**
   * What the tool is called with.
   *
   * @param action name of the tool
   * @param tenant who asked
   * @param intentId the agent's business id, if it gave one
   * @param arguments JSON object text; may be confidential
   * @param providerKey idempotency key that the provider gets
   */
  public record Sent(
      String action,
      String tenant,
      @Nullable String intentId,
      String arguments,
      String providerKey) {}

  /**
   * What was done so far.
   *
   * @param owner executor instance that wrote the claim
   * @param claimedAt when it was first written
   * @param attempts calls
   * @param lookups look-ups
   * @param reason code of the doubt; null without one
   * @param unknownSince when agents were first told UNKNOWN; null before
   */
  public record Progress(
      String owner,
      Instant claimedAt,
      int attempts,
      int lookups,
      @Nullable String reason,
      @Nullable Instant unknownSince) {}

  /** Since when it is in doubt, or else when it was claimed. */
  public Instant since() {
    return progress.unknownSince() == null ? progress.claimedAt() : progress.unknownSince();
  }

  static OpenClaim of(Claim claim) {
    Claim.Progress progress = claim.progress();
    return new OpenClaim(
        claim.key(),
        claim.action().generation(),
        claim.claimId(),
        of(claim.state()),
        claim.terms().safety(),
        new Sent(
            claim.action().intent().action(),
            claim.action().intent().scope().tenant(),
            claim.action().intent().intentId(),
            claim.action().intent().arguments(),
            claim.action().providerKey()),
        new Progress(
            claim.owner(),
            claim.claimedAt(),
            progress.attempts(),
            progress.lookups(),
            progress.reason(),
            progress.unknownSince()));
  }

  private static State of(Claim.State state) {
    return switch (state) {
      case PARKED, CLAIMED -> State.PERFORMED;
      case IN_DOUBT -> State.IN_DOUBT;
      case UNKNOWN -> State.UNKNOWN;
    };
  }
}
