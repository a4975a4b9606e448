package dev.actonce.wire;

import dev.actonce.core.Fingerprint;
import dev.actonce.core.KeyKind;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.gate.Original;
import dev.actonce.core.gate.Seen;

/** Avro ⇄ core for the gate's state. */
final class StateMapping {
  private StateMapping() {}

  static dev.actonce.wire.avro.OpenEntry openToAvro(OpenEntry entry) {
    dev.actonce.wire.avro.OpenEntry avro = new dev.actonce.wire.avro.OpenEntry();
    Original original = entry.original();
    avro.setGeneration(original.generation());
    avro.setKeyKind(Enums.sameName(dev.actonce.wire.avro.KeyKind.class, original.keyKind()));
    avro.setFingerprint(original.fingerprint().value());
    avro.setRequestId(original.requestId());
    avro.setIntentId(original.intentId());
    avro.setToolCallId(original.toolCallId());
    avro.setRun(original.run());
    avro.setAdmittedAt(original.admittedAt());
    Seen seen = entry.seen();
    avro.setLastSeenAt(seen.lastSeenAt());
    avro.setDuplicates(seen.duplicates());
    avro.setIntentsOffset(seen.intentsOffset());
    avro.setReroutedOffset(seen.reroutedOffset());
    avro.setWaiter(entry.waiter());
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
    return new OpenEntry(
        new Original(
            avro.getGeneration(),
            Enums.sameName(KeyKind.class, avro.getKeyKind()),
            new Fingerprint(avro.getFingerprint()),
            avro.getRequestId(),
            avro.getIntentId(),
            avro.getToolCallId(),
            avro.getRun(),
            avro.getAdmittedAt()),
        new Seen(
            avro.getLastSeenAt(),
            avro.getDuplicates(),
            avro.getIntentsOffset(),
            avro.getReroutedOffset()),
        avro.getWaiter(),
        avro.getUnknown()
            ? new OpenEntry.Doubt(avro.getClaimId(), avro.getErrorCode(), avro.getAttempts())
            : null);
  }

  static dev.actonce.wire.avro.MemoryEntry memoryToAvro(MemoryEntry entry) {
    dev.actonce.wire.avro.MemoryEntry avro = new dev.actonce.wire.avro.MemoryEntry();
    Original original = entry.original();
    avro.setGeneration(original.generation());
    avro.setKeyKind(Enums.sameName(dev.actonce.wire.avro.KeyKind.class, original.keyKind()));
    avro.setFingerprint(original.fingerprint().value());
    avro.setRequestId(original.requestId());
    avro.setIntentId(original.intentId());
    avro.setToolCallId(original.toolCallId());
    avro.setRun(original.run());
    avro.setAdmittedAt(original.admittedAt());
    Seen seen = entry.seen();
    avro.setLastSeenAt(seen.lastSeenAt());
    avro.setDuplicates(seen.duplicates());
    avro.setIntentsOffset(seen.intentsOffset());
    avro.setReroutedOffset(seen.reroutedOffset());
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
        new Original(
            avro.getGeneration(),
            Enums.sameName(KeyKind.class, avro.getKeyKind()),
            new Fingerprint(avro.getFingerprint()),
            avro.getRequestId(),
            avro.getIntentId(),
            avro.getToolCallId(),
            avro.getRun(),
            avro.getAdmittedAt()),
        new Seen(
            avro.getLastSeenAt(),
            avro.getDuplicates(),
            avro.getIntentsOffset(),
            avro.getReroutedOffset()),
        new MemoryEntry.Ending(
            avro.getSucceeded(),
            avro.getResult(),
            avro.getReference(),
            avro.getSettledBy(),
            avro.getAttempts(),
            avro.getFinishedAt()));
  }
}
