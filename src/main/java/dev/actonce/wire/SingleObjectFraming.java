package dev.actonce.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Avro single-object encoding (Avro specification, "Single-object encoding"): two marker bytes
 * {@code C3 01}, the 8-byte Rabin fingerprint of the writer's schema, then the Avro body. Needs no
 * registry. Knows the present schema and every released one, and writes by the oldest that loses
 * nothing, so that a version that does not know a new field reads all records that do not need it.
 *
 * @param <A> generated record
 */
final class SingleObjectFraming<A extends SpecificRecord> implements Framing<A> {
  private static final int MARKER_BYTES = 2;
  private static final int HEADER_BYTES = 10;
  private static final int TYPICAL_BYTES = 1024;

  private final AvroType<A> type;
  private final List<Form<A>> forms = new ArrayList<>();
  private final Map<Long, DatumReader<A>> readers = new HashMap<>();

  /**
   * @param writers schemas that records may have been written with, besides the present one
   */
  SingleObjectFraming(AvroType<A> type, List<Schema> writers) {
    this.type = type;
    writers.forEach(this::know);
    know(type.schema());
    for (Schema writer : writers) {
      Additions.since(writer, type.schema()).ifPresent(additions -> addForm(writer, additions));
    }
    addForm(type.schema(), Additions.NONE);
  }

  /** A schema to write by, and what a record must not have to be written so. */
  private static final class Form<A> {
    private final byte[] header;
    private final DatumWriter<A> writer;
    private final Additions additions;

    private Form(byte[] header, DatumWriter<A> writer, Additions additions) {
      this.header = header;
      this.writer = writer;
      this.additions = additions;
    }
  }

  private void addForm(Schema schema, Additions additions) {
    forms.add(new Form<>(header(schema), type.writer(schema), additions));
  }

  private void know(Schema writer) {
    readers.put(SchemaNormalization.parsingFingerprint64(writer), type.reader(writer));
  }

  private static byte[] header(Schema schema) {
    return ByteBuffer.allocate(HEADER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xc3)
        .put((byte) 1)
        .putLong(SchemaNormalization.parsingFingerprint64(schema))
        .array();
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public byte[] write(A value, Headers headers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
    Form<A> form = oldestFor(value);
    bytes.writeBytes(form.header);
    type.writeBody(form.writer, value, bytes);
    return bytes.toByteArray();
  }

  private Form<A> oldestFor(A value) {
    for (Form<A> form : forms) {
      if (form.additions.areEmptyIn(value)) {
        return form;
      }
    }
    return forms.get(forms.size() - 1);
  }

  @Override
  public A read(byte[] bytes, Headers headers) {
    if (!isMarked(bytes)) {
      throw type.undecodable(Lookalike.describe(bytes, headers), null);
    }
    DatumReader<A> reader = readers.get(fingerprint(bytes));
    if (reader == null) {
      throw type.undecodable("was written with a schema that this version does not know", null);
    }
    return type.readBody(reader, bytes, HEADER_BYTES);
  }

  /** Whether bytes are framed like this, by whatever schema. */
  static boolean isMarked(byte[] bytes) {
    return bytes.length >= HEADER_BYTES && (bytes[0] & 0xff) == 0xc3 && bytes[1] == 1;
  }

  /** Whether bytes are framed like this, by a schema of this type. */
  boolean knows(byte[] bytes) {
    return isMarked(bytes) && readers.containsKey(fingerprint(bytes));
  }

  private static long fingerprint(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(MARKER_BYTES);
  }

  @Override
  public void prepare() {
    // Nothing to ask for: the schemas are built in.
  }
}
