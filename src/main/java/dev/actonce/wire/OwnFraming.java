package dev.actonce.wire;

import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Framing by a serializer of the user's, such as Confluent's {@code KafkaAvroSerializer}.
 *
 * @param <A> generated record
 */
final class OwnFraming<A extends SpecificRecord> implements Framing<A> {
  private final AvroType<A> type;
  private final SingleObjectFraming<A> singleObject;
  private final OwnSerde serde;
  private final String topic;
  private final WriterSchemas<A> writers;

  OwnFraming(AvroType<A> type, SingleObjectFraming<A> singleObject, OwnSerde serde, String topic) {
    this.type = type;
    this.singleObject = singleObject;
    this.serde = serde;
    this.topic = topic;
    this.writers = new WriterSchemas<>(type);
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public byte[] write(A value, Headers headers) {
    return serde.serialize(topic, headers, type.toGeneric(value));
  }

  @Override
  public A read(byte[] bytes, Headers headers) {
    if (singleObject.knows(bytes)) {
      return singleObject.read(bytes, headers);
    }
    Object found = serde.deserialize(topic, headers, bytes);
    if (found instanceof IndexedRecord record) {
      return type.fromRecord(record, writers);
    }
    String what = found == null ? "nothing" : "a " + found.getClass().getName();
    throw type.undecodable("is " + what + " to the configured deserializer", null);
  }

  /** What a serializer of others asks for, and when, is its own affair. */
  @Override
  public void prepare() {}
}
