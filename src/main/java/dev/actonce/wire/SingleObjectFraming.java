package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Avro single-object encoding (Avro specification, "Single-object encoding"): two marker bytes
 * {@code C3 01}, the 8-byte Rabin fingerprint of the writer's schema, then the Avro body. Needs no
 * registry.
 *
 * <p>Decodes from the array itself, not through {@code BinaryMessageDecoder}, which reads a stream
 * and so allocates whatever length a body declares: an array knows how many bytes remain.
 *
 * @param <A> generated record
 */
final class SingleObjectFraming<A extends SpecificRecord> {
  private static final int MARKER_BYTES = 2;
  private static final int HEADER_BYTES = 10;

  private final String name;
  private final long fingerprint;
  private final BinaryMessageEncoder<A> encoder;
  private final DatumReader<A> reader;

  @SuppressWarnings("unchecked") // the model's reader makes the generated class of the schema
  SingleObjectFraming(SpecificData generated, Schema schema) {
    SpecificData model = new WireModel(generated);
    this.name = schema.getName();
    this.fingerprint = SchemaNormalization.parsingFingerprint64(schema);
    this.encoder = new BinaryMessageEncoder<>(model, schema);
    this.reader = (DatumReader<A>) model.createDatumReader(schema);
  }

  byte[] write(A value) {
    try {
      ByteBuffer buffer = encoder.encode(value);
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (IOException | AvroRuntimeException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot encode " + name, e);
    }
  }

  A read(byte[] bytes) {
    if (bytes.length < HEADER_BYTES || (bytes[0] & 0xff) != 0xc3 || bytes[1] != 1) {
      throw undecodable("is " + Lookalike.describe(bytes), null);
    }
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (header.getLong(MARKER_BYTES) != fingerprint) {
      throw undecodable("was written with a schema that this version does not know", null);
    }
    int bodyBytes = bytes.length - HEADER_BYTES;
    BinaryDecoder body = DecoderFactory.get().binaryDecoder(bytes, HEADER_BYTES, bodyBytes, null);
    A value;
    try {
      value = reader.read(null, body);
      if (body.isEnd()) {
        return value;
      }
    } catch (IOException | RuntimeException e) {
      // Avro tells malformed lengths and indexes by various unchecked exceptions.
      throw undecodable("has a truncated or malformed Avro body", e);
    }
    throw undecodable("has bytes after the Avro body", null);
  }

  private ActOnceException undecodable(String found, @Nullable Throwable e) {
    return new ActOnceException(
        ErrorCode.UNDECODABLE,
        "value " + found + "; expected " + name + " in Avro single-object encoding",
        e);
  }
}
