package dev.actonce.wire;

import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.suspect.SuspectedDuplicate;
import dev.actonce.core.suspect.SuspectedDuplicate.Sighting;
import dev.actonce.wire.avro.SuspectSighting;

/** Avro ⇄ core for suspected duplicates. */
final class SuspectMapping {
  private SuspectMapping() {}

  static dev.actonce.wire.avro.SuspectedDuplicate toAvro(SuspectedDuplicate suspect) {
    dev.actonce.wire.avro.SuspectedDuplicate avro = new dev.actonce.wire.avro.SuspectedDuplicate();
    avro.setFingerprint(suspect.fingerprint().value());
    avro.setAction(suspect.action());
    avro.setTenant(suspect.tenant());
    avro.setKeys(suspect.keys());
    avro.setFirstAt(suspect.firstAt());
    avro.setSightings(suspect.sightings().stream().map(SuspectMapping::toAvro).toList());
    return avro;
  }

  static SuspectedDuplicate fromAvro(dev.actonce.wire.avro.SuspectedDuplicate avro) {
    return new SuspectedDuplicate(
        new Fingerprint(avro.getFingerprint()),
        avro.getAction(),
        avro.getTenant(),
        avro.getKeys(),
        avro.getFirstAt(),
        avro.getSightings().stream().map(SuspectMapping::fromAvro).toList());
  }

  private static SuspectSighting toAvro(Sighting sighting) {
    SuspectSighting avro = new SuspectSighting();
    avro.setKey(sighting.key().value());
    avro.setRequestId(sighting.requestId());
    avro.setSession(sighting.session());
    avro.setRun(sighting.run());
    avro.setAgent(sighting.agent());
    avro.setIntentId(sighting.intentId());
    avro.setToolCallId(sighting.toolCallId());
    avro.setAdmittedAt(sighting.admittedAt());
    return avro;
  }

  private static Sighting fromAvro(SuspectSighting avro) {
    return new Sighting(
        new IdempotencyKey(avro.getKey()),
        avro.getRequestId(),
        avro.getSession(),
        avro.getRun(),
        avro.getAgent(),
        avro.getIntentId(),
        avro.getToolCallId(),
        avro.getAdmittedAt());
  }
}
