package dev.actonce.core.execution;

import dev.actonce.core.Settlement;
import java.time.Instant;

/** Whether a settlement speaks of a claim, and knows enough to end its doubt. */
final class SettlementMatch {
  private SettlementMatch() {}

  /**
   * Evidence of a success needs no doubt: the effect is there, whatever this owner's call says.
   * Evidence that one call failed ends none: it says nothing about the calls made since. For the
   * same reason "not executed" ends no doubt that arose after it was written.
   */
  static boolean ends(Settlement settlement, Claim claim, Instant doubtedAt) {
    boolean succeeded = settlement.verdict() == Settlement.Verdict.SUCCEEDED;
    return names(settlement, claim)
        && switch (settlement.source()) {
          case EVIDENCE -> succeeded;
          case OPERATOR, LOOKUP ->
              claim.isInDoubt() && (succeeded || !settlement.at().isBefore(doubtedAt));
        };
  }

  /**
   * An operator may leave the generation out; evidence is about one provider key, so it may not.
   */
  private static boolean names(Settlement settlement, Claim claim) {
    Integer generation = settlement.generation();
    boolean sameGeneration =
        generation == null
            ? settlement.source() != Settlement.Source.EVIDENCE
            : generation == claim.action().generation();
    return claim.key().equals(settlement.key())
        && claim.claimId().equals(settlement.claimId())
        && sameGeneration;
  }
}
