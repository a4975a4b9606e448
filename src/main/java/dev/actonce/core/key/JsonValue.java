package dev.actonce.core.key;

import java.util.List;

/**
 * A parsed JSON value. Strings are in NFC, numbers in canonical spelling, members sorted, unique
 * and never null; so equal values are equal records.
 */
sealed interface JsonValue {

  /** Members in ascending order of their names' UTF-16 code units, without null values. */
  record ObjectValue(List<Member> members) implements JsonValue {}

  /** Elements in the order of the text; nulls stay. */
  record ArrayValue(List<JsonValue> elements) implements JsonValue {}

  /** A string, unescaped and in NFC. */
  record StringValue(String text) implements JsonValue {}

  /** A number as {@link DecimalText} spells it. */
  record NumberValue(String canonical) implements JsonValue {}

  /** The three literals. */
  enum Literal implements JsonValue {
    TRUE("true"),
    FALSE("false"),
    NULL("null");

    private final String text;

    Literal(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** One member of an object. */
  record Member(String name, JsonValue value) {}
}
