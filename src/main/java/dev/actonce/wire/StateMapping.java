package dev.actonce.wire;

import dev.actonce.core.Fingerprint;
import dev.actonce.core.KeyKind;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.gate.Original;
import dev.actonce.core.gate.Seen;

/** Avro ⇄ core for the gate's state. */
final class StateMapping {
  private static final long NO_OFFSET = -1;

  private StateMapping() {}

  static dev.actonce.wire.avro.OpenEntry openToAvro(OpenEntry entry) {
    dev.actonce.wire.avro.OpenEntry avro = new dev.actonce.wire.avro.OpenEntry();
    avro.setOriginal(toAvro(entry.original()));
    avro.setSeen(toAvro(entry.seen()));
    OpenEntry.Waiter waiter = entry.waiter();
    if (waiter != null) {
      avro.setWaiter(waiter.requestId());
      avro.setWaiterReplyHash(ReplyHashes.toAvro(waiter.replyHash()));
    }
    OpenEntry.Doubt doubt = entry.doubt();
    avro.setUnknown(doubt != null);
    if (doubt != null) {
      avro.setClaimId(doubt.claimId());
      avro.setErrorCode(doubt.code());
      avro.setAttempts(doubt.attempts());
    }
    return avro;
  }

  static OpenEntry openFromAvro(dev.actonce.wire.avro.OpenEntry avro) {
    String waiter = avro.getWaiter();
    return new OpenEntry(
        fromAvro(avro.getOriginal()),
        fromAvro(avro.getSeen()),
        waiter == null
            ? null
            : new OpenEntry.Waiter(waiter, ReplyHashes.fromAvro(avro.getWaiterReplyHash())),
        avro.getUnknown()
            ? new OpenEntry.Doubt(avro.getClaimId(), avro.getErrorCode(), avro.getAttempts())
            : null);
  }

  static dev.actonce.wire.avro.MemoryEntry memoryToAvro(MemoryEntry entry) {
    dev.actonce.wire.avro.MemoryEntry avro = new dev.actonce.wire.avro.MemoryEntry();
    avro.setOriginal(toAvro(entry.original()));
    avro.setSeen(toAvro(entry.seen()));
    MemoryEntry.Ending ending = entry.ending();
    avro.setSucceeded(ending.succeeded());
    avro.setResult(ending.result());
    avro.setReference(ending.reference());
    avro.setSettledBy(ending.settledBy());
    avro.setAttempts(ending.attempts());
    avro.setFinishedAt(ending.finishedAt());
    return avro;
  }

  static MemoryEntry memoryFromAvro(dev.actonce.wire.avro.MemoryEntry avro) {
    return new MemoryEntry(
        fromAvro(avro.getOriginal()),
        fromAvro(avro.getSeen()),
        new MemoryEntry.Ending(
            avro.getSucceeded(),
            avro.getResult(),
            avro.getReference(),
            avro.getSettledBy(),
            avro.getAttempts(),
            avro.getFinishedAt()));
  }

  private static dev.actonce.wire.avro.Original toAvro(Original original) {
    dev.actonce.wire.avro.Original avro = new dev.actonce.wire.avro.Original();
    avro.setGeneration(original.generation());
    avro.setKeyKind(Enums.sameName(dev.actonce.wire.avro.KeyKind.class, original.keyKind()));
    avro.setFingerprint(original.fingerprint().value());
    avro.setRequestId(original.requestId());
    avro.setIntentId(original.intentId());
    avro.setToolCallId(original.toolCallId());
    avro.setRun(original.run());
    avro.setAdmittedAt(original.admittedAt());
    return avro;
  }

  private static Original fromAvro(dev.actonce.wire.avro.Original avro) {
    return new Original(
        avro.getGeneration(),
        Enums.sameName(KeyKind.class, avro.getKeyKind()),
        new Fingerprint(avro.getFingerprint()),
        avro.getRequestId(),
        avro.getIntentId(),
        avro.getToolCallId(),
        avro.getRun(),
        avro.getAdmittedAt());
  }

  private static dev.actonce.wire.avro.Seen toAvro(Seen seen) {
    dev.actonce.wire.avro.Seen avro = new dev.actonce.wire.avro.Seen();
    avro.setLastSeenAt(seen.lastSeenAt());
    avro.setDuplicates(seen.duplicates());
    // Before 0.2.0 the gate took a record up to these offsets for one that is read again.
    avro.setIntentsOffset(NO_OFFSET);
    avro.setReroutedOffset(NO_OFFSET);
    return avro;
  }

  private static Seen fromAvro(dev.actonce.wire.avro.Seen avro) {
    return new Seen(avro.getLastSeenAt(), avro.getDuplicates());
  }
}
