package dev.actonce.wire;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.wire.avro.ClaimSafety;
import dev.actonce.wire.avro.ClaimState;

/** Avro ⇄ core for claims. A doubt that agents were not told is found again by recovery. */
final class ClaimMapping {
  private ClaimMapping() {}

  static dev.actonce.wire.avro.Claim toAvro(Claim claim) {
    dev.actonce.wire.avro.Claim avro = new dev.actonce.wire.avro.Claim();
    avro.setKey(claim.key().value());
    avro.setClaimId(claim.claimId());
    avro.setOwner(claim.owner());
    avro.setSafety(Enums.sameName(ClaimSafety.class, claim.terms().safety()));
    avro.setPolicyHash(claim.terms().policyHash());
    avro.setState(state(claim.state()));
    avro.setClaimedAt(claim.claimedAt());
    avro.setAttempts(claim.progress().attempts());
    avro.setLookups(claim.progress().lookups());
    avro.setUnknownSince(claim.progress().unknownSince());
    avro.setReason(claim.progress().reason());
    avro.setDispatchOffset(claim.dispatchOffset());
    avro.setAction(ActionMapping.toAvro(claim.action()));
    return avro;
  }

  static Claim fromAvro(dev.actonce.wire.avro.Claim avro) {
    return new Claim(
        ActionMapping.fromAvro(avro.getAction()),
        avro.getClaimId(),
        avro.getOwner(),
        new Claim.Terms(Enums.sameName(SafetyClass.class, avro.getSafety()), avro.getPolicyHash()),
        state(avro.getState()),
        new Claim.Progress(
            avro.getAttempts(), avro.getLookups(), avro.getReason(), avro.getUnknownSince()),
        avro.getClaimedAt(),
        avro.getDispatchOffset());
  }

  private static ClaimState state(Claim.State state) {
    return switch (state) {
      case PARKED -> ClaimState.PARKED;
      case CLAIMED, IN_DOUBT -> ClaimState.CLAIMED;
      case UNKNOWN -> ClaimState.UNKNOWN;
    };
  }

  private static Claim.State state(ClaimState state) {
    return switch (state) {
      case PARKED -> Claim.State.PARKED;
      case CLAIMED -> Claim.State.CLAIMED;
      case UNKNOWN -> Claim.State.UNKNOWN;
    };
  }
}
