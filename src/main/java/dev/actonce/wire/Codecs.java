package dev.actonce.wire;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.suspect.SuspectedDuplicate;
import dev.actonce.wire.Framings.Place;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * The codecs of all topics and state stores. Thread-safe. Whoever opens them closes them, after all
 * who use them.
 */
public final class Codecs implements AutoCloseable {
  private final Framings framings;
  private final Codec<ActionIntent> intents;
  private final Codec<ActionIntent> rerouted;
  private final Codec<ApprovedAction> actions;
  private final Codec<Claim> claims;
  private final Codec<Settlement> settlements;
  private final Codec<OutcomeEvent> outcomes;
  private final Codec<OpenEntry> openEntries;
  private final Codec<MemoryEntry> memoryEntries;
  private final Codec<SuspectedDuplicate> suspects;

  /** Codecs in Avro single-object encoding. */
  public Codecs() {
    this(Framings.singleObject());
  }

  /**
   * Codecs in a format. Connects to nothing yet.
   *
   * @throws dev.actonce.core.ActOnceException INVALID_SETTING if a key store cannot be read, or an
   *     own serializer cannot be made
   */
  public static Codecs open(WireFormat format, WireFormat.Topics topics) {
    return new Codecs(Framings.open(format, topics));
  }

  private Codecs(Framings framings) {
    this.framings = framings;
    this.intents =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.ActionIntent(), Place.INTENTS),
            IntentMapping::toAvro,
            IntentMapping::fromAvro);
    this.rerouted =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.ActionIntent(), Place.INTERNAL),
            IntentMapping::toAvro,
            IntentMapping::fromAvro);
    this.actions =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.ApprovedAction(), Place.INTERNAL),
            ActionMapping::toAvro,
            withinTime(ActionMapping::fromAvro));
    this.claims =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.Claim(), Place.INTERNAL),
            ClaimMapping::toAvro,
            withinTime(ClaimMapping::fromAvro));
    this.settlements =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.Settlement(), Place.SETTLEMENTS),
            SettlementMapping::toAvro,
            withinTime(SettlementMapping::fromAvro));
    this.outcomes =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.OutcomeEvent(), Place.OUTCOMES),
            OutcomeMapping::toAvro,
            withinTime(
                framings.isSingleObject()
                    ? OutcomeMapping::fromShortened
                    : OutcomeMapping::fromAvro));
    this.openEntries =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.OpenEntry(), Place.INTERNAL),
            StateMapping::openToAvro,
            withinTime(StateMapping::openFromAvro));
    this.memoryEntries =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.MemoryEntry(), Place.INTERNAL),
            StateMapping::memoryToAvro,
            withinTime(StateMapping::memoryFromAvro));
    this.suspects =
        new AvroCodec<>(
            framings.of(new dev.actonce.wire.avro.SuspectedDuplicate(), Place.INTERNAL),
            SuspectMapping::toAvro,
            withinTime(SuspectMapping::fromAvro));
  }

  /** For all but intents themselves, whose agents are told of a wrong time. */
  private static <A extends SpecificRecord, T> Function<A, T> withinTime(Function<A, T> fromAvro) {
    return record -> {
      RecordTimes.check(record);
      return fromAvro.apply(record);
    };
  }

  /** Values of the intents topic; reads the rerouted topic too. */
  public Codec<ActionIntent> intents() {
    return intents;
  }

  /** Writes the rerouted topic, which needs no registry. */
  public Codec<ActionIntent> rerouted() {
    return rerouted;
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

  /** Values of the suspects topic, and of the store behind it. */
  public Codec<SuspectedDuplicate> suspects() {
    return suspects;
  }

  /**
   * Why the last value could not be read or written, if a registry is to blame and still does not
   * help; empty when none failed, or it helps by now. Asks it again, within a bounded time.
   */
  public Optional<String> outage() {
    return framings.outage();
  }

  @Override
  public void close() {
    framings.close();
  }
}
