package dev.actonce.core.simulation;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.core.Settlement.Source;
import dev.actonce.core.Settlement.Verdict;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said from outside of claims in doubt: by an operator, and by executors as evidence.
 *
 * <p>A declared limit: the operator says "not executed" only of a claim that no executor calls
 * again by itself, because a call that starts after it was written would make it untrue.
 */
final class Settlements {
  /** After so long surely no call of a claim is under way any more. */
  private static final Duration SURE = Bounds.LEASE.plus(Bounds.CALL_TIMEOUT).multipliedBy(2);

  private static final int LATE_MS = 20_000;

  private final Topics topics;
  private final Timeline time;
  private final Mutant mutant;

  Settlements(Topics topics, Mutant mutant) {
    this.topics = topics;
    this.time = topics.time();
    this.mutant = mutant;
  }

  /** An operator looks at one partition and settles what can be known. */
  void operate(Partition partition) {
    for (Claim claim : List.copyOf(partition.claims.values())) {
      Instant since = claim.progress().unknownSince();
      if (since != null) {
        operate(partition, claim, since);
      }
    }
  }

  /** The operator sees the effect in the moment when it happens. */
  void happened(ApprovedAction action) {
    if (!time.strikes(Fault.SETTLED_AS_IT_HAPPENED)) {
      return;
    }
    Partition partition = topics.partitions().get(Partition.of(action.key()));
    time.afterMillis(
        time.below(2_000),
        () -> {
          Claim claim = partition.claims.get(action.key().value());
          if (claim != null && claim.action().equals(action)) {
            write(partition, byOperator(claim, claim.claimId(), Verdict.SUCCEEDED));
          }
        });
  }

  /** What an executor still says of a call whose partition it lost; only a success is evidence. */
  void giveEvidence(String instance, Calls.Returned one) {
    boolean succeeded = one.result() instanceof ActionResult.Succeeded;
    boolean failed = one.result() instanceof ActionResult.Failed;
    if (succeeded || (failed && mutant == Mutant.EVIDENCE_OF_FAILURE_ACCEPTED)) {
      Claim claim = one.claim();
      Partition partition = topics.partitions().get(Partition.of(claim.key()));
      Settlement settlement = evidence(instance, claim, succeeded);
      int delayMs = time.strikes(Fault.EVIDENCE_DELAYED) ? time.below(LATE_MS) : 0;
      time.afterMillis(delayMs, () -> write(partition, settlement));
    }
  }

  private void operate(Partition partition, Claim claim, Instant since) {
    boolean hasEffect = topics.checker().effects(claim.action()) > 0;
    if (time.strikes(Fault.SETTLEMENT_OF_ANOTHER_CLAIM)) {
      Verdict wrong = hasEffect ? Verdict.NOT_EXECUTED : Verdict.SUCCEEDED;
      write(partition, byOperator(claim, "claim-of-yesterday", wrong));
    }
    boolean isSure = time.now().isAfter(lastCall(claim, since).plus(SURE));
    if (hasEffect && time.chance(4)) {
      write(partition, byOperator(claim, claim.claimId(), Verdict.SUCCEEDED));
    } else if (!hasEffect && isSure) {
      write(partition, byOperator(claim, claim.claimId(), Verdict.NOT_EXECUTED));
    }
  }

  /** When the last call may start: a doubt of other tools than unsafe ones is called again. */
  private static Instant lastCall(Claim claim, Instant since) {
    if (claim.terms().safety() == SafetyClass.UNSAFE) {
      return since;
    }
    @Nullable Instant deadline = claim.action().intent().deadline();
    return deadline == null ? Instant.MAX.minus(SURE) : deadline;
  }

  private void write(Partition partition, Settlement settlement) {
    partition.settlements.add(settlement);
    if (time.strikes(Fault.SETTLEMENT_DUPLICATED)) {
      time.afterMillis(time.below(LATE_MS), () -> partition.settlements.add(settlement));
    }
  }

  private Settlement byOperator(Claim claim, String claimId, Verdict verdict) {
    boolean succeeded = verdict == Verdict.SUCCEEDED;
    return Settlement.of(claim.key(), claimId, verdict, Source.OPERATOR, "ann", time.now())
        .withAnswer(succeeded ? "{}" : null, null)
        .because("seen in the dashboard");
  }

  private Settlement evidence(String instance, Claim claim, boolean succeeded) {
    return Settlement.of(
            claim.key(),
            claim.claimId(),
            succeeded ? Verdict.SUCCEEDED : Verdict.NOT_EXECUTED,
            succeeded ? Source.EVIDENCE : Source.OPERATOR,
            instance,
            time.now())
        .ofGeneration(claim.action().generation())
        .withAnswer(succeeded ? "{}" : null, succeeded ? "ref" : null);
  }
}
