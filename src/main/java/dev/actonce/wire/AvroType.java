package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.FastReaderBuilder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * One of our record types: its schema, and its Avro body in binary form. Thread-safe.
 *
 * <p>Decodes from the array itself, not from a stream, which would allocate whatever length a body
 * declares: an array knows how many bytes remain.
 *
 * @param <A> generated record
 */
final class AvroType<A extends SpecificRecord> {
  /** Most records fit into one buffer. */
  private static final int BUFFER_BYTES = 1024;

  /** An encoder keeps its last record, so one of a large record is not kept. */
  private static final int KEPT_BYTES = 64 * 1024;

  private static final EncoderFactory ENCODERS =
      new EncoderFactory().configureBufferSize(BUFFER_BYTES);

  private final SpecificData model;
  private final Schema schema;
  private final Schema published;
  private final DatumWriter<A> writer;

  /** An encoder that nobody uses now, with its buffer; null when there is none. */
  private final AtomicReference<@Nullable BinaryEncoder> spare = new AtomicReference<>();

  private AvroType(SpecificData model, Schema schema, DatumWriter<A> writer) {
    this.model = model;
    this.schema = schema;
    this.published = PublishedSchema.of(schema);
    this.writer = writer;
  }

  @SuppressWarnings("unchecked") // the model's writer takes the generated class of the schema
  static <A extends SpecificRecordBase> AvroType<A> of(A prototype) {
    SpecificData model = new WireModel(prototype.getSpecificData());
    Schema schema = prototype.getSchema();
    return new AvroType<>(model, schema, (DatumWriter<A>) model.createDatumWriter(schema));
  }

  String name() {
    return schema.getName();
  }

  /** The schema of the generated class. */
  Schema schema() {
    return schema;
  }

  /** The schema as others see it, without marks for Java. */
  Schema published() {
    return published;
  }

  /**
   * Reads bodies of a writer's schema, resolved to ours. Avro's fast reader, asked for by name
   * because Avro takes it by itself only for its own models; it asks ours for the classes all the
   * same.
   *
   * @throws AvroRuntimeException if the schemas do not fit
   */
  DatumReader<A> reader(Schema writersSchema) {
    try {
      return new FastReaderBuilder(model).createDatumReader(writersSchema, schema);
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot make a reader of " + name(), e);
    }
  }

  /** Writes bodies of another schema, whose fields stand at the same places as ours. */
  @SuppressWarnings("unchecked") // the model's writer takes the fields of our class
  DatumWriter<A> writer(Schema schema) {
    return (DatumWriter<A>) model.createDatumWriter(schema);
  }

  /** Appends the body of a record. */
  void writeBody(A value, ByteArrayOutputStream out) {
    write(writer, value, out);
  }

  /** Appends the body of a record, by one of {@link #writer}. */
  void writeBody(DatumWriter<A> by, A value, ByteArrayOutputStream out) {
    write(by, value, out);
  }

  /**
   * Reads a body, which must end where the bytes end.
   *
   * @throws ActOnceException UNDECODABLE
   */
  A readBody(DatumReader<A> reader, byte[] bytes, int offset) {
    BinaryDecoder body =
        DecoderFactory.get().binaryDecoder(bytes, offset, bytes.length - offset, null);
    A value;
    try {
      value = reader.read(null, body);
      if (body.isEnd()) {
        return value;
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // Avro tells malformed lengths and indexes by various unchecked exceptions.
      throw undecodable("has a truncated or malformed Avro body", e);
    }
    throw undecodable("has bytes after the Avro body", null);
  }

  /** The record without our class and without logical types, as any serializer takes it. */
  GenericRecord toGeneric(A value) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    writeBody(value, body);
    try {
      return new GenericDatumReader<GenericRecord>(published, published, new GenericData())
          .read(null, DecoderFactory.get().binaryDecoder(body.toByteArray(), null));
    } catch (IOException | AvroRuntimeException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot convert " + name(), e);
    }
  }

  /**
   * Our record from whatever a deserializer made, by resolving its schema to ours.
   *
   * @throws ActOnceException UNDECODABLE if the schemas do not fit; INTERNAL if the record does not
   *     fit its own
   */
  @SuppressWarnings("unchecked") // any record fits the writer of its own schema
  A fromRecord(IndexedRecord foreign, WriterSchemas<A> writers) {
    DatumReader<A> reader = writers.reader(foreign.getSchema());
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    write(
        (DatumWriter<IndexedRecord>)
            WireModel.withAllLogicalTypes().createDatumWriter(foreign.getSchema()),
        foreign,
        body);
    return readBody(reader, body.toByteArray(), 0);
  }

  ActOnceException undecodable(String found, @Nullable Throwable e) {
    return new ActOnceException(
        ErrorCode.UNDECODABLE, "value " + found + "; expected " + name(), e);
  }

  /**
   * @throws ActOnceException INTERNAL
   */
  private <R> void write(DatumWriter<R> datumWriter, R value, ByteArrayOutputStream out) {
    BinaryEncoder encoder = ENCODERS.binaryEncoder(out, spare.getAndSet(null));
    try {
      datumWriter.write(value, encoder);
      encoder.flush();
      if (out.size() <= KEPT_BYTES) {
        spare.set(encoder);
      }
    } catch (IOException | RuntimeException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot encode " + name(), e);
    }
  }
}
