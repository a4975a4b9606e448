package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.io.DatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The schemas that records of a type came with, each checked against ours once. Thread-safe.
 *
 * @param <A> generated record
 */
final class WriterSchemas<A extends SpecificRecord> {
  private static final int MAX_SCHEMAS = 1_000;

  /** Of the texts of all schemas that are kept: some tens of megabytes as objects. */
  private static final long MAX_CHARS = 4L * 1024 * 1024;

  private static final int MAX_NAME = 200;

  private final AvroType<A> type;
  private final BoundedCache<Schema, Known<A>> known = new BoundedCache<>(MAX_SCHEMAS, MAX_CHARS);

  /** One of both is there. */
  private record Known<A>(@Nullable DatumReader<A> reader, @Nullable String refusal) {}

  WriterSchemas(AvroType<A> type) {
    this.type = type;
  }

  /**
   * Reads what a writer's schema has written.
   *
   * @throws ActOnceException UNDECODABLE if ours cannot, with the first places that do not fit
   */
  DatumReader<A> reader(Schema writer) {
    Known<A> found = known.get(writer);
    if (found == null) {
      String bound = WriterSchema.refusal(writer);
      if (bound != null) {
        throw refused(writer, bound);
      }
      found = check(writer);
      known.put(writer, found, writer.toString().length());
    }
    if (found.reader() == null) {
      throw refused(writer, "does not fit: " + found.refusal());
    }
    return found.reader();
  }

  private ActOnceException refused(Schema writer, String why) {
    String name = Texts.line(writer.getFullName(), MAX_NAME);
    return type.undecodable("was written with a schema " + name + " that " + why, null);
  }

  private Known<A> check(Schema writer) {
    try {
      SchemaCompatibility.SchemaPairCompatibility pair =
          SchemaCompatibility.checkReaderWriterCompatibility(type.schema(), writer);
      return pair.getType() == SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE
          ? new Known<>(type.reader(writer), null)
          : new Known<>(null, misfits(pair));
    } catch (RuntimeException | StackOverflowError e) {
      return new Known<>(null, "it cannot be resolved, " + e.getClass().getSimpleName());
    }
  }

  private static String misfits(SchemaCompatibility.SchemaPairCompatibility pair) {
    return pair.getResult().getIncompatibilities().stream()
        .limit(3)
        .map(misfit -> misfit.getType() + " at " + Texts.line(misfit.getLocation(), MAX_NAME))
        .collect(Collectors.joining(", "));
  }
}
