package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A schema that others wrote records with, and that somebody registered: within bounds, so that
 * neither it nor a body that was made for it costs more time, memory or stack than a record may.
 *
 * <p>Bounded are its text ({@value #MAX_CHARS} characters), its nodes ({@value #MAX_NODES}, a named
 * type counted wherever it is used), recursion (none), and items of arrays and maps: each takes
 * bytes, field by field, because their count is only what a body declares.
 */
final class WriterSchema {
  static final int MAX_CHARS = 256 * 1024;
  static final int MAX_NODES = 1_000;

  private static final int MAX_REASON = 200;

  private final Set<Schema> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private int nodes;

  private WriterSchema() {}

  /**
   * Parses a registered text. Defaults are not checked: a reader does not use those of a writer.
   *
   * @throws ActOnceException UNDECODABLE; the message is the rest of a sentence about a schema
   */
  static Schema parse(String text) {
    if (text.length() > MAX_CHARS) {
      throw undecodable(
          "has " + text.length() + " characters, " + MAX_CHARS + " are allowed", null);
    }
    Schema schema;
    try {
      schema = new Schema.Parser().setValidateDefaults(false).parse(text);
    } catch (RuntimeException | StackOverflowError e) {
      // Avro's parser throws whatever its JSON reader and its own checks throw.
      throw undecodable("is no Avro schema (" + reason(e) + ")", e);
    }
    String refusal = refusal(schema);
    if (refusal != null) {
      throw undecodable(refusal, null);
    }
    return schema;
  }

  /** Which bound a schema breaks, as the rest of a sentence about it; null if it keeps all. */
  static @Nullable String refusal(Schema schema) {
    try {
      return new WriterSchema().walk(schema, false);
    } catch (StackOverflowError e) {
      return "is nested too deeply";
    }
  }

  /**
   * @param repeated whether a body says how often the type occurs
   */
  private @Nullable String walk(Schema schema, boolean repeated) {
    nodes++;
    if (nodes > MAX_NODES) {
      return "has more than " + MAX_NODES + " nodes; only smaller ones are read";
    }
    return switch (schema.getType()) {
      case ARRAY -> items(schema.getElementType());
      case MAP -> items(schema.getValueType());
      case UNION -> union(schema, repeated);
      case RECORD -> record(schema, repeated);
      case NULL, FIXED, ENUM, STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN -> null;
    };
  }

  private @Nullable String items(Schema items) {
    return isEmpty(items) ? "has items that take no bytes" : walk(items, true);
  }

  private @Nullable String union(Schema union, boolean repeated) {
    for (Schema branch : union.getTypes()) {
      String refusal = walk(branch, repeated);
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private @Nullable String record(Schema record, boolean repeated) {
    if (!open.add(record)) {
      return "is recursive at "
          + record.getFullName()
          + "; only schemas without recursion are read";
    }
    for (Schema.Field field : record.getFields()) {
      String refusal =
          repeated && isEmpty(field.schema())
              ? "has items with a field that takes no bytes, " + field.name()
              : walk(field.schema(), repeated);
      if (refusal != null) {
        return refusal;
      }
    }
    open.remove(record);
    return null;
  }

  /** Whether values of a type have no bytes at all; a union has at least its index. */
  private static boolean isEmpty(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> true;
      case FIXED -> schema.getFixedSize() == 0;
      case RECORD -> schema.getFields().isEmpty();
      case ARRAY, MAP, UNION, ENUM, STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN -> false;
    };
  }

  private static String reason(Throwable failure) {
    return Texts.cut(String.valueOf(failure.getMessage()), MAX_REASON);
  }

  private static ActOnceException undecodable(String what, @Nullable Throwable cause) {
    return new ActOnceException(ErrorCode.UNDECODABLE, what, cause);
  }
}
