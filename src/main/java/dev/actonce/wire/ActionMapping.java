package dev.actonce.wire;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;

/** Avro ⇄ core for approved actions. */
final class ActionMapping {
  private ActionMapping() {}

  static dev.actonce.wire.avro.ApprovedAction toAvro(ApprovedAction action) {
    dev.actonce.wire.avro.ApprovedAction avro = new dev.actonce.wire.avro.ApprovedAction();
    avro.setKey(action.key().value());
    avro.setGeneration(action.generation());
    avro.setKeyKind(Enums.sameName(dev.actonce.wire.avro.KeyKind.class, action.keyKind()));
    avro.setFingerprint(action.fingerprint().value());
    avro.setAdmittedAt(action.admittedAt());
    avro.setIntent(IntentMapping.toAvro(action.intent()));
    avro.setReplyHash(ReplyHashes.toAvro(action.replyHash()));
    return avro;
  }

  static ApprovedAction fromAvro(dev.actonce.wire.avro.ApprovedAction avro) {
    return new ApprovedAction(
        new IdempotencyKey(avro.getKey()),
        avro.getGeneration(),
        Enums.sameName(KeyKind.class, avro.getKeyKind()),
        new Fingerprint(avro.getFingerprint()),
        avro.getAdmittedAt(),
        IntentMapping.fromAvro(avro.getIntent()),
        ReplyHashes.fromAvro(avro.getReplyHash()));
  }
}
