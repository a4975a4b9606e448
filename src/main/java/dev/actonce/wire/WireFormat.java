package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Map;
import java.util.function.Function;

/**
 * How values of the public topics (intents, outcomes, settlements) are written. Internal topics and
 * state stores always use Avro single-object encoding, so that they depend on no registry, and
 * every format also reads that one.
 */
public sealed interface WireFormat {

  /** Names each case, so that a new one breaks the build wherever formats are told apart. */
  <T> T match(
      Function<? super SingleObject, ? extends T> singleObject,
      Function<? super Registry, ? extends T> registry,
      Function<? super Own, ? extends T> own);

  /** Avro single-object encoding with the bundled schemas. Needs nothing but a broker. */
  static WireFormat singleObject() {
    return new SingleObject();
  }

  /** Confluent's wire format: a zero byte, a 4-byte schema id of a registry, the Avro body. */
  static WireFormat registry(RegistrySettings settings) {
    return new Registry(settings);
  }

  /** A Kafka serializer and deserializer of Avro records, named by their classes. */
  static WireFormat own(String serializer, String deserializer, Map<String, String> properties) {
    return new Own(serializer, deserializer, properties);
  }

  /** See {@link #singleObject()}. */
  record SingleObject() implements WireFormat {
    @Override
    public <T> T match(
        Function<? super SingleObject, ? extends T> singleObject,
        Function<? super Registry, ? extends T> registry,
        Function<? super Own, ? extends T> own) {
      return singleObject.apply(this);
    }
  }

  /** See {@link #registry}. */
  record Registry(RegistrySettings settings) implements WireFormat {
    @Override
    public <T> T match(
        Function<? super SingleObject, ? extends T> singleObject,
        Function<? super Registry, ? extends T> registry,
        Function<? super Own, ? extends T> own) {
      return registry.apply(this);
    }
  }

  /**
   * See {@link #own}. The classes need a public constructor without arguments; the serializer gets
   * {@code GenericRecord}s of our schemas, the deserializer may answer any Avro record.
   *
   * @param properties given to both; may hold secrets, so {@link #toString} leaves the values out
   */
  record Own(String serializer, String deserializer, Map<String, String> properties)
      implements WireFormat {
    public Own {
      properties = Map.copyOf(properties);
      if (serializer.isBlank() || deserializer.isBlank()) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "value-serializer and value-deserializer go together; name both");
      }
    }

    @Override
    public <T> T match(
        Function<? super SingleObject, ? extends T> singleObject,
        Function<? super Registry, ? extends T> registry,
        Function<? super Own, ? extends T> own) {
      return own.apply(this);
    }

    @Override
    public String toString() {
      return "Own[serializer=%s, deserializer=%s, properties=%s]"
          .formatted(serializer, deserializer, properties.keySet());
    }
  }

  /** Names of the public topics; a schema is registered under {@code <topic>-value}. */
  record Topics(String intents, String outcomes, String settlements) {}
}
