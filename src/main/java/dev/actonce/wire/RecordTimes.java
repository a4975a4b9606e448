package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Instant;
import java.util.Collection;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Refuses records with a time outside of the years 1950 to 2199. No component writes one, and
 * arithmetic with the times that 64 bits can hold overflows: differences of these fit into 64 bits
 * of nanoseconds, and these into any later sum.
 */
final class RecordTimes {
  static final Instant EARLIEST = Instant.parse("1950-01-01T00:00:00Z");
  static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

  private RecordTimes() {}

  /**
   * Checks every time in a record and in those inside it.
   *
   * @throws ActOnceException UNDECODABLE naming the field
   */
  static void check(IndexedRecord record) {
    for (Schema.Field field : record.getSchema().getFields()) {
      check(field, record.get(field.pos()));
    }
  }

  private static void check(Schema.Field field, @Nullable Object value) {
    if (value instanceof Instant time) {
      if (time.isBefore(EARLIEST) || !time.isBefore(END)) {
        throw new ActOnceException(
            ErrorCode.UNDECODABLE, field.name() + " " + time + " is not in the years 1950 to 2199");
      }
    } else if (value instanceof IndexedRecord inner) {
      check(inner);
    } else if (value instanceof Collection<?> items) {
      items.forEach(item -> check(field, item));
    }
  }
}
