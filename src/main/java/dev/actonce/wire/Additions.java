package dev.actonce.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * The fields that came to a schema since an older one, at its end or at the end of records in it. A
 * record in which all are empty can be written by the older schema and loses nothing.
 *
 * @param paths the positions that lead to each of them
 */
record Additions(List<List<Integer>> paths) {
  static final Additions NONE = new Additions(List.of());

  /**
   * What came since; empty when more than that changed, so that the older one cannot be written.
   */
  static Optional<Additions> since(Schema older, Schema present) {
    List<List<Integer>> paths = new ArrayList<>();
    return collect(older, present, List.of(), paths)
        ? Optional.of(new Additions(List.copyOf(paths)))
        : Optional.empty();
  }

  private static boolean collect(
      Schema older, Schema present, List<Integer> above, List<List<Integer>> paths) {
    if (present.getType() != Schema.Type.RECORD || older.getType() != Schema.Type.RECORD) {
      return SchemaNormalization.toParsingForm(older)
          .equals(SchemaNormalization.toParsingForm(present));
    }
    List<Schema.Field> known = older.getFields();
    for (Schema.Field field : present.getFields()) {
      List<Integer> path = new ArrayList<>(above);
      path.add(field.pos());
      if (field.pos() >= known.size()) {
        paths.add(List.copyOf(path));
        continue;
      }
      Schema.Field same = known.get(field.pos());
      if (!same.name().equals(field.name())
          || !collect(same.schema(), field.schema(), path, paths)) {
        return false;
      }
    }
    return known.size() <= present.getFields().size();
  }

  /** Whether a record has none of them: each is null or an empty text. */
  boolean areEmptyIn(IndexedRecord record) {
    return paths.stream().allMatch(path -> isEmpty(at(record, path)));
  }

  private static @Nullable Object at(IndexedRecord record, List<Integer> path) {
    Object value = record;
    for (int position : path) {
      value = value instanceof IndexedRecord inner ? inner.get(position) : null;
    }
    return value;
  }

  private static boolean isEmpty(@Nullable Object value) {
    return value == null || (value instanceof CharSequence text && text.isEmpty());
  }
}
