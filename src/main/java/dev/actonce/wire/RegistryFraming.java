package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Confluent's wire format: a zero byte, the 4-byte id of the writer's schema in a registry, then
 * the Avro body. Our schema is found, or registered, under the subject {@code <topic>-value}
 * (TopicNameStrategy); records of others are read by their id alone, whatever their subject.
 *
 * @param <A> generated record
 */
final class RegistryFraming<A extends SpecificRecord> implements Framing<A> {
  private static final byte MAGIC = 0;
  private static final int HEADER_BYTES = 5;
  private static final int NONE = 0;

  private final AvroType<A> type;
  private final SingleObjectFraming<A> singleObject;
  private final SchemaRegistry registry;
  private final String subject;
  private final WriterSchemas<A> writers;
  private volatile int id = NONE;

  RegistryFraming(
      AvroType<A> type,
      SingleObjectFraming<A> singleObject,
      SchemaRegistry registry,
      String topic) {
    this.type = type;
    this.singleObject = singleObject;
    this.registry = registry;
    this.subject = topic + "-value";
    this.writers = new WriterSchemas<>(type);
  }

  @Override
  public void prepare() {
    if (id == NONE) {
      id = registry.id(subject, type.published());
    }
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public byte[] write(A value, Headers headers) {
    prepare();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(HEADER_BYTES).put(MAGIC).putInt(id).array());
    type.writeBody(value, bytes);
    return bytes.toByteArray();
  }

  @Override
  public A read(byte[] bytes, Headers headers) {
    if (SingleObjectFraming.isMarked(bytes)) {
      return singleObject.read(bytes, headers);
    }
    int writerId = bytes.length >= HEADER_BYTES && bytes[0] == MAGIC ? idOf(bytes) : NONE;
    if (writerId < NONE) {
      throw type.undecodable("has the impossible schema id " + writerId, null);
    }
    if (writerId == NONE) {
      throw type.undecodable(Lookalike.describe(bytes, headers), null);
    }
    if (Lookalike.idHeader(headers) != null) {
      return readIfFramed(writerId, bytes, headers);
    }
    Schema schema;
    try {
      schema = registry.schema(writerId);
    } catch (ActOnceException e) {
      if (e.code() == ErrorCode.UNDECODABLE) {
        throw type.undecodable("has Confluent framing, but its " + e.getMessage(), e);
      }
      throw e;
    }
    return type.readBody(writers.reader(schema), bytes, HEADER_BYTES);
  }

  /** A body whose id is in a header may begin with a zero byte as well. */
  private A readIfFramed(int writerId, byte[] bytes, Headers headers) {
    try {
      DatumReader<A> reader = writers.reader(registry.schemaIfItIsOne(writerId));
      return type.readBody(reader, bytes, HEADER_BYTES);
    } catch (ActOnceException e) {
      throw e.code() == ErrorCode.UNDECODABLE
          ? type.undecodable(Lookalike.describe(bytes, headers), e)
          : e;
    }
  }

  private static int idOf(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt(1);
  }
}
