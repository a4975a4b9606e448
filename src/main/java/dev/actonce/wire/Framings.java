package dev.actonce.wire;

import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Gives each record type its framing: what the format says on public topics, single-object encoding
 * everywhere else. Thread-safe.
 */
final class Framings implements AutoCloseable {
  /** Where values of a type live. */
  enum Place {
    INTENTS,
    OUTCOMES,
    SETTLEMENTS,
    /** Topics and stores that only this pipeline reads and writes. */
    INTERNAL
  }

  private final WireFormat.@Nullable Topics topics;
  private final @Nullable SchemaRegistry registry;
  private final @Nullable OwnSerde serde;

  private Framings(
      WireFormat.@Nullable Topics topics,
      @Nullable SchemaRegistry registry,
      @Nullable OwnSerde serde) {
    this.topics = topics;
    this.registry = registry;
    this.serde = serde;
  }

  static Framings singleObject() {
    return new Framings(null, null, null);
  }

  /** Whether every topic has single-object encoding, which leaves out what is empty. */
  boolean isSingleObject() {
    return topics == null;
  }

  static Framings open(WireFormat format, WireFormat.Topics topics) {
    return format.match(
        singleObject -> singleObject(),
        registry -> new Framings(topics, SchemaRegistry.of(registry.settings()), null),
        own -> new Framings(topics, null, OwnSerde.open(own)));
  }

  <A extends SpecificRecordBase> Framing<A> of(A prototype, Place place) {
    AvroType<A> type = AvroType.of(prototype);
    SingleObjectFraming<A> singleObject =
        new SingleObjectFraming<>(type, ReleasedSchemas.of(type.name()));
    String topic = topicOf(place);
    if (topic != null && registry != null) {
      return new RegistryFraming<>(type, singleObject, registry, topic);
    }
    if (topic != null && serde != null) {
      return new OwnFraming<>(type, singleObject, serde, topic);
    }
    return singleObject;
  }

  private @Nullable String topicOf(Place place) {
    if (topics == null) {
      return null;
    }
    return switch (place) {
      case INTENTS -> topics.intents();
      case OUTCOMES -> topics.outcomes();
      case SETTLEMENTS -> topics.settlements();
      case INTERNAL -> null;
    };
  }

  Optional<String> outage() {
    if (registry != null) {
      return registry.outage();
    }
    return serde == null ? Optional.empty() : serde.outage();
  }

  @Override
  public void close() {
    if (serde != null) {
      serde.close();
    }
  }
}
