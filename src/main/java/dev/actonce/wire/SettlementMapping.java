package dev.actonce.wire;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.wire.avro.SettlementSource;
import dev.actonce.wire.avro.SettlementVerdict;

/** Avro ⇄ core for settlements. */
final class SettlementMapping {
  private SettlementMapping() {}

  static dev.actonce.wire.avro.Settlement toAvro(Settlement settlement) {
    dev.actonce.wire.avro.Settlement avro = new dev.actonce.wire.avro.Settlement();
    avro.setKey(settlement.key().value());
    avro.setClaimId(settlement.claimId());
    avro.setGeneration(settlement.generation());
    avro.setVerdict(Enums.sameName(SettlementVerdict.class, settlement.verdict()));
    avro.setResult(settlement.result());
    avro.setReference(settlement.reference());
    avro.setSource(Enums.sameName(SettlementSource.class, settlement.source()));
    avro.setBy(settlement.by());
    avro.setReason(settlement.reason());
    avro.setAt(settlement.at());
    return avro;
  }

  static Settlement fromAvro(dev.actonce.wire.avro.Settlement avro) {
    return new Settlement(
        new IdempotencyKey(avro.getKey()),
        avro.getClaimId(),
        avro.getGeneration(),
        Enums.sameName(Settlement.Verdict.class, avro.getVerdict()),
        avro.getResult(),
        avro.getReference(),
        Enums.sameName(Settlement.Source.class, avro.getSource()),
        avro.getBy(),
        avro.getReason(),
        avro.getAt());
  }
}
