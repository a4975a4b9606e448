package dev.actonce.core.execution;

import dev.actonce.core.Settlement;
import java.time.Instant;
import java.util.Optional;

/** Whether a settlement speaks of a claim, and knows enough to end its doubt, and if not, why. */
final class SettlementMatch {
  private SettlementMatch() {}

  /**
   * Evidence of a success needs no doubt: the effect is there, whatever this owner's call says.
   * Evidence that one call failed ends none: it says nothing about the calls made since. For the
   * same reason "not executed" ends no doubt that arose after it was written.
   */
  static Optional<SettlementObjection> objection(
      Settlement settlement, Claim claim, Instant doubtedAt) {
    boolean succeeded = settlement.verdict() == Settlement.Verdict.SUCCEEDED;
    if (!names(settlement, claim)) {
      return Optional.of(SettlementObjection.OTHER_CLAIM);
    }
    return switch (settlement.source()) {
      case EVIDENCE ->
          succeeded ? Optional.empty() : Optional.of(SettlementObjection.PROVES_NOTHING);
      case OPERATOR, LOOKUP -> {
        if (!claim.isInDoubt()) {
          yield Optional.of(SettlementObjection.NOT_IN_DOUBT);
        }
        yield succeeded || !settlement.at().isBefore(doubtedAt)
            ? Optional.empty()
            : Optional.of(SettlementObjection.DOUBT_IS_LATER);
      }
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
