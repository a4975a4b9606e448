package dev.actonce.core.execution;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Unknown;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides what an executor does with a claimed action: call, look up, wait for a person, or finish.
 *
 * <p>Pure: time and randomness are arguments. It never turns doubt into FAILED by time; only a
 * proof (a look-up after its lag, or a settlement) ends a doubt.
 *
 * <p>A proof that one call did not happen says nothing about an earlier call in doubt, so it cannot
 * end that doubt.
 */
public final class ExecutionMachine {
  static final String RECOVERED = "RECOVERED";

  private final Timing timing;

  /**
   * A machine for executors of this lease.
   *
   * @param lease how long a stalled predecessor may still believe that it owns the partition
   */
  public ExecutionMachine(Duration lease) {
    this.timing = new Timing(lease);
  }

  /** First step of a fresh or parked claim; the decision's claim is written before the call. */
  public Decision begin(Claim claim, ToolPolicy policy, Instant now) {
    return call(claim.taken(), policy, now, now);
  }

  /** First step with a claim that was found on taking over a partition: it is in doubt. */
  public Decision recover(Claim found, ToolPolicy policy, Instant now) {
    Claim claim = found.inDoubt(RECOVERED);
    return ProviderKeyValidity.mayBeLostUnseen(policy)
        ? settleWithoutKey(claim, policy, now, now, Doubt.RECOVERED)
        : settle(claim, policy, now, now, Doubt.RECOVERED);
  }

  /**
   * A planned call whose time has come: it may have waited, for capacity or through a pause of the
   * process, past its deadline or its provider key's life. To be asked right before the call.
   */
  public Decision recheck(Claim claim, ToolPolicy policy, Instant now) {
    return claim.isInDoubt()
        ? settle(
            claim,
            policy,
            now,
            now,
            new Doubt(Optional.ofNullable(claim.progress().reason()).orElse(RECOVERED), null))
        : call(claim, policy, now, now);
  }

  /**
   * A claim whose call still runs here although the partition was given away and came back. Where
   * another owner may have called meanwhile without a trace, it is in doubt from now on.
   */
  public Claim adopt(Claim found, ToolPolicy policy) {
    if (found.state() == Claim.State.PARKED) {
      return found;
    }
    if (ProviderKeyValidity.mayBeLostUnseen(policy)) {
      return found.inDoubt(RECOVERED).heldTo(policy.heldTo(SafetyClass.LOOKUP).safety());
    }
    return switch (policy.safety()) {
      case KEYED, IDEMPOTENT -> found.inDoubt(RECOVERED);
      case READ_ONLY, LOOKUP, UNSAFE -> found;
    };
  }

  /**
   * Next step after a call.
   *
   * @param jitter random number in [0, 1)
   */
  public Decision onResult(
      Claim before, ToolPolicy policy, ActionResult result, Instant now, double jitter) {
    Claim claim = before.called();
    Instant retryAt = now.plus(Timing.pause(claim, policy, jitter));
    return result.match(
        succeeded ->
            ExecutionOutcomes.succeeded(claim, succeeded.result(), succeeded.reference(), now),
        failed -> onFailed(claim, policy, failed, now, retryAt),
        unknown -> onUnknown(before, policy, unknown, now, retryAt));
  }

  private Decision onUnknown(
      Claim before, ToolPolicy policy, Unknown unknown, Instant now, Instant retryAt) {
    Claim claim = before.called();
    if (policy.safety() == SafetyClass.READ_ONLY) {
      return Timing.retriesLeft(claim, policy)
          ? call(claim, policy, retryAt, now)
          : ExecutionOutcomes.failed(claim, unknown.code(), unknown.message(), now);
    }
    Claim inDoubt = claim.inDoubt(unknown.code());
    Doubt doubt = new Doubt(unknown.code(), unknown.message());
    return ProviderKeyValidity.isLost(before, policy, unknown)
        ? settleWithoutKey(inDoubt, policy, now, retryAt, doubt)
        : settle(inDoubt, policy, now, retryAt, doubt);
  }

  /** Goes on as with a tool that has no provider key. */
  private Decision settleWithoutKey(
      Claim inDoubt, ToolPolicy policy, Instant now, Instant retryAt, Doubt reason) {
    ToolPolicy stricter = policy.heldTo(SafetyClass.LOOKUP);
    return settle(inDoubt.heldTo(stricter.safety()), stricter, now, retryAt, reason);
  }

  /**
   * Next step after a look-up.
   *
   * @param jitter random number in [0, 1)
   */
  public Decision onLookup(
      Claim before, ToolPolicy policy, LookupResult result, Instant now, double jitter) {
    Claim claim = before.lookedUp();
    return result.match(
        found ->
            ExecutionOutcomes.settledBy(
                claim, Settlement.Source.LOOKUP, found.result(), found.reference(), now),
        absent -> onAbsent(claim, policy, now),
        inconclusive -> {
          Duration pause = Timing.settlePause(claim.progress().lookups(), jitter);
          return new Decision(claim, new Next.LookUp(now.plus(pause)), null);
        });
  }

  private Decision onAbsent(Claim claim, ToolPolicy policy, Instant now) {
    if (!Timing.retriesLeft(claim, policy)
        || timing.keyExpired(claim, policy, now)
        || Timing.deadlineOver(claim, now)) {
      return ExecutionOutcomes.notExecuted(claim, Settlement.Source.LOOKUP, "look-up", null, now);
    }
    return call(claim.cleared(), policy, now, now);
  }

  /**
   * Next step after a settlement. NOT_EXECUTED must not be applied while a call of this claim runs:
   * that call may still have its effect.
   *
   * @param doubtedAt when the latest call was found to have no answer; "not executed" that was
   *     written before then knows nothing of that call
   * @return empty when it does not apply: another claim, no doubt to settle, or a later doubt
   */
  public Optional<Decision> onSettlement(
      Claim claim, Settlement settlement, Instant doubtedAt, Instant now) {
    if (objection(claim, settlement, doubtedAt).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        settlement.verdict() == Settlement.Verdict.SUCCEEDED
            ? ExecutionOutcomes.settled(claim, settlement, now)
            : ExecutionOutcomes.notExecuted(
                claim, settlement.source(), settlement.by(), settlement.reason(), now));
  }

  /** Why {@link #onSettlement} does not apply a settlement; empty if it does. */
  public static Optional<SettlementObjection> objection(
      Claim claim, Settlement settlement, Instant doubtedAt) {
    return SettlementMatch.objection(settlement, claim, doubtedAt);
  }

  /**
   * Since when the doubt of a claim that was found on taking over is what it is. One that waits for
   * a person stands as agents were told of it; of others the earlier owner may have made a call
   * that nobody has heard of.
   */
  public static Instant doubtedAt(Decision recovered, Instant now) {
    Instant told = recovered.claim().progress().unknownSince();
    return told != null && recovered.next().awaitsSettlement() ? told : now;
  }

  /** Outcome of an action that this executor has no handler for: nothing was called. */
  public static OutcomeEvent noHandler(Claim claim, Instant now) {
    String action = claim.action().intent().action();
    return ExecutionOutcomes.failedEvent(
        claim, "NO_HANDLER", "no executor has a handler for action '" + action + "'", now);
  }

  private Decision onFailed(
      Claim claim, ToolPolicy policy, Failed failed, Instant now, Instant retryAt) {
    if (claim.isInDoubt() && policy.safety() != SafetyClass.READ_ONLY) {
      return settle(claim, policy, now, retryAt, new Doubt(failed.code(), failed.message()));
    }
    boolean mayRetry =
        Timing.retriesLeft(claim, policy) && !timing.keyExpired(claim, policy, retryAt);
    return failed.retry() == Retry.LATER && mayRetry
        ? call(claim, policy, retryAt, now)
        : ExecutionOutcomes.failed(claim, failed.code(), failed.message(), now);
  }

  /** Way out of a doubt, by safety class; agents are told UNKNOWN if they do not know yet. */
  private Decision settle(
      Claim claim, ToolPolicy policy, Instant now, Instant retryAt, Doubt reason) {
    return switch (policy.safety()) {
      case READ_ONLY -> call(claim, policy, retryAt, now);
      case IDEMPOTENT ->
          Timing.deadlineOver(claim, retryAt)
              ? ExecutionOutcomes.unknown(claim, policy, new Next.AwaitSettlement(), reason, now)
              : ExecutionOutcomes.unknown(claim, policy, new Next.Call(retryAt), reason, now);
      case KEYED -> settleKeyed(claim, policy, now, retryAt, reason);
      case LOOKUP -> ExecutionOutcomes.unknown(claim, policy, lookUp(policy, now), reason, now);
      case UNSAFE ->
          ExecutionOutcomes.unknown(claim, policy, new Next.AwaitSettlement(), reason, now);
    };
  }

  private Decision settleKeyed(
      Claim claim, ToolPolicy policy, Instant now, Instant retryAt, Doubt reason) {
    boolean hasLookup = policy.execution().lookupLag() != null;
    boolean mayCall =
        !timing.keyExpired(claim, policy, retryAt) && !Timing.deadlineOver(claim, retryAt);
    if (mayCall && (Timing.retriesLeft(claim, policy) || !hasLookup)) {
      return ExecutionOutcomes.unknown(claim, policy, new Next.Call(retryAt), reason, now);
    }
    Next next = hasLookup ? lookUp(policy, now) : new Next.AwaitSettlement();
    return ExecutionOutcomes.unknown(claim, policy, next, reason, now);
  }

  /** A call, unless its deadline or its provider key's life is over and no call is in doubt. */
  private Decision call(Claim claim, ToolPolicy policy, Instant at, Instant now) {
    if (!claim.isInDoubt() && timing.keyExpired(claim, policy, at)) {
      return ExecutionOutcomes.failed(
          claim,
          "PROVIDER_KEY_EXPIRED",
          "provider_key_ttl "
              + policy.execution().providerKeyTtl()
              + " since the claim was over, or nearly so, before the call to "
              + policy.action(),
          now);
    }
    if (!claim.isInDoubt() && Timing.deadlineOver(claim, at)) {
      return ExecutionOutcomes.failed(
          claim,
          "DEADLINE_PASSED",
          "deadline "
              + claim.action().intent().deadline()
              + " passed before the call to "
              + policy.action(),
          now);
    }
    return new Decision(claim, new Next.Call(at), null);
  }

  private Next lookUp(ToolPolicy policy, Instant now) {
    return new Next.LookUp(timing.absenceProvenFrom(policy, now));
  }
}
