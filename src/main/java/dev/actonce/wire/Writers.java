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
final class Writers<A extends SpecificRecord> {
  private static final int MAX_SCHEMAS = 1_000;

  private final AvroType<A> type;
  private final BoundedCache<Schema, Known<A>> known = new BoundedCache<>(MAX_SCHEMAS);

  /** One of both is there. */
  private record Known<A>(@Nullable DatumReader<A> reader, @Nullable String refusal) {}

  Writers(AvroType<A> type) {
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
      found = check(writer);
      known.put(writer, found);
    }
    if (found.reader() == null) {
      throw type.undecodable(
          "was written with a schema "
              + writer.getFullName()
              + " that does not fit: "
              + found.refusal(),
          null);
    }
    return found.reader();
  }

  private Known<A> check(Schema writer) {
    SchemaCompatibility.SchemaPairCompatibility pair =
        SchemaCompatibility.checkReaderWriterCompatibility(type.schema(), writer);
    if (pair.getType() == SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE) {
      return new Known<>(type.reader(writer), null);
    }
    String misfits =
        pair.getResult().getIncompatibilities().stream()
            .limit(3)
            .map(misfit -> misfit.getType() + " at " + misfit.getLocation())
            .collect(Collectors.joining(", "));
    return new Known<>(null, misfits);
  }
}
