package dev.actonce.core.key;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A parsed JSON value. Strings are in NFC, numbers in canonical spelling, members sorted, unique
 * and never null.
 */
sealed interface JsonValue {
  /** Names each form that leads to more values; a new case has to say which it is. */
  <T> T match(
      Function<? super ObjectValue, ? extends T> object,
      Function<? super ArrayValue, ? extends T> array,
      Function<? super JsonValue, ? extends T> scalar);

  /** Calls the writer's method of the case, without the objects that {@link #match} makes. */
  void writeTo(CanonicalWriter writer, FieldPaths paths);

  /** Members in ascending order of their names' UTF-16 code units, without null values. */
  record ObjectValue(List<Member> members) implements JsonValue {
    @Override
    public <T> T match(
        Function<? super ObjectValue, ? extends T> object,
        Function<? super ArrayValue, ? extends T> array,
        Function<? super JsonValue, ? extends T> scalar) {
      return object.apply(this);
    }

    @Override
    public void writeTo(CanonicalWriter writer, FieldPaths paths) {
      writer.object(this, paths);
    }
  }

  /** Elements in the order of the text; nulls stay. */
  record ArrayValue(List<JsonValue> elements) implements JsonValue {
    @Override
    public <T> T match(
        Function<? super ObjectValue, ? extends T> object,
        Function<? super ArrayValue, ? extends T> array,
        Function<? super JsonValue, ? extends T> scalar) {
      return array.apply(this);
    }

    @Override
    public void writeTo(CanonicalWriter writer, FieldPaths paths) {
      writer.array(this, paths);
    }
  }

  /**
   * A string, unescaped and in NFC. Most are a part of the parsed text, and no copies: a document
   * has so many of them that they would take most of the time.
   */
  final class StringValue implements JsonValue {
    /** By character, so that each takes one look-up without a comparison. */
    private static final boolean[] PLAIN = new boolean[Character.MAX_VALUE + 1];

    static {
      for (int c = 0; c < PLAIN.length; c++) {
        PLAIN[c] = !mustEscape((char) c) && NormalForm.isInert((char) c);
      }
    }

    /** Holds a quotation mark before and after the string. */
    private final char[] chars;

    private final int from;
    private final int to;
    private final boolean verbatim;

    private StringValue(char[] chars, int from, int to, boolean verbatim) {
      this.chars = chars;
      this.from = from;
      this.to = to;
      this.verbatim = verbatim;
    }

    /**
     * The characters in {@code [from, to)}, which stand between quotation marks and are all plain.
     */
    static StringValue verbatim(char[] chars, int from, int to) {
      return new StringValue(chars, from, to, true);
    }

    static StringValue of(String text) {
      char[] quoted = ('"' + text + '"').toCharArray();
      boolean verbatim = true;
      for (int i = 1; i < quoted.length - 1; i++) {
        verbatim &= !mustEscape(quoted[i]);
      }
      return new StringValue(quoted, 1, quoted.length - 1, verbatim);
    }

    /** Whether a character stands for itself between quotation marks and cannot change by NFC. */
    static boolean isPlain(char c) {
      return PLAIN[c];
    }

    /** Whether a character of a string is written as an escape. */
    static boolean mustEscape(char c) {
      return c < ' ' || c == '"' || c == '\\';
    }

    /** Whether it stands between quotes as it is, since it has nothing to escape. */
    boolean isVerbatim() {
      return verbatim;
    }

    /** Appends it with its quotation marks. */
    void writeQuoted(Utf8Buffer out) {
      out.append(chars, from - 1, to + 1);
    }

    @Override
    public <T> T match(
        Function<? super ObjectValue, ? extends T> object,
        Function<? super ArrayValue, ? extends T> array,
        Function<? super JsonValue, ? extends T> scalar) {
      return scalar.apply(this);
    }

    @Override
    public void writeTo(CanonicalWriter writer, FieldPaths paths) {
      writer.string(this, paths);
    }

    String text() {
      return new String(chars, from, to - from);
    }

    /** The one spelling of the number that the string is; null if it is none. */
    @Nullable String canonicalNumber() {
      return DecimalText.endOf(chars, from) == to ? DecimalText.canonical(chars, from, to) : null;
    }

    /** By UTF-16 code units, as {@link String#compareTo} does. */
    int compareTo(StringValue other) {
      char[] others = other.chars;
      int common = Math.min(to - from, other.to - other.from);
      for (int i = 0; i < common; i++) {
        int difference = chars[from + i] - others[other.from + i];
        if (difference != 0) {
          return difference;
        }
      }
      return (to - from) - (other.to - other.from);
    }
  }

  /** A number as {@link DecimalText} spells it. */
  record NumberValue(String canonical) implements JsonValue {
    @Override
    public <T> T match(
        Function<? super ObjectValue, ? extends T> object,
        Function<? super ArrayValue, ? extends T> array,
        Function<? super JsonValue, ? extends T> scalar) {
      return scalar.apply(this);
    }

    @Override
    public void writeTo(CanonicalWriter writer, FieldPaths paths) {
      writer.plain(canonical);
    }
  }

  /** The three literals. */
  enum Literal implements JsonValue {
    TRUE("true"),
    FALSE("false"),
    NULL("null");

    private final String text;

    Literal(String text) {
      this.text = text;
    }

    @Override
    public <T> T match(
        Function<? super ObjectValue, ? extends T> object,
        Function<? super ArrayValue, ? extends T> array,
        Function<? super JsonValue, ? extends T> scalar) {
      return scalar.apply(this);
    }

    @Override
    public void writeTo(CanonicalWriter writer, FieldPaths paths) {
      writer.plain(text);
    }

    String text() {
      return text;
    }
  }

  /** One member of an object. */
  record Member(StringValue name, JsonValue value) {}
}
