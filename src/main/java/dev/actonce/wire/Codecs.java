package dev.actonce.wire;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.outcome.OutcomeEvent;
import org.apache.avro.specific.SpecificRecordBase;

/** The codecs of all topics and state stores. Thread-safe. */
public final class Codecs {
  private final Codec<ActionIntent> intents =
      codec(
          new dev.actonce.wire.avro.ActionIntent(), IntentMapping::toAvro, IntentMapping::fromAvro);
  private final Codec<ApprovedAction> actions =
      codec(
          new dev.actonce.wire.avro.ApprovedAction(),
          ActionMapping::toAvro,
          ActionMapping::fromAvro);
  private final Codec<Claim> claims =
      codec(new dev.actonce.wire.avro.Claim(), ClaimMapping::toAvro, ClaimMapping::fromAvro);
  private final Codec<Settlement> settlements =
      codec(
          new dev.actonce.wire.avro.Settlement(),
          SettlementMapping::toAvro,
          SettlementMapping::fromAvro);
  private final Codec<OutcomeEvent> outcomes =
      codec(
          new dev.actonce.wire.avro.OutcomeEvent(),
          OutcomeMapping::toAvro,
          OutcomeMapping::fromAvro);
  private final Codec<OpenEntry> openEntries =
      codec(
          new dev.actonce.wire.avro.OpenEntry(),
          StateMapping::openToAvro,
          StateMapping::openFromAvro);
  private final Codec<MemoryEntry> memoryEntries =
      codec(
          new dev.actonce.wire.avro.MemoryEntry(),
          StateMapping::memoryToAvro,
          StateMapping::memoryFromAvro);

  /** Values of the intents and rerouted topics. */
  public Codec<ActionIntent> intents() {
    return intents;
  }

  /** Values of the dispatch topic. */
  public Codec<ApprovedAction> actions() {
    return actions;
  }

  /** Values of the claims topic. */
  public Codec<Claim> claims() {
    return claims;
  }

  /** Values of the settlements topic. */
  public Codec<Settlement> settlements() {
    return settlements;
  }

  /** Values of the outcomes topic. */
  public Codec<OutcomeEvent> outcomes() {
    return outcomes;
  }

  /** Values of the gate's open store. */
  public Codec<OpenEntry> openEntries() {
    return openEntries;
  }

  /** Values of the gate's memory store. */
  public Codec<MemoryEntry> memoryEntries() {
    return memoryEntries;
  }

  private static <T, A extends SpecificRecordBase> Codec<T> codec(
      A prototype,
      java.util.function.Function<T, A> toAvro,
      java.util.function.Function<A, T> fromAvro) {
    return new AvroCodec<>(
        new SingleObjectFraming<>(prototype.getSpecificData(), prototype.getSchema()),
        toAvro,
        fromAvro);
  }
}
