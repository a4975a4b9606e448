package dev.actonce.core.key;

import java.util.ArrayList;
import java.util.List;

/**
 * Strict JSON (RFC 8259) with bounds. Every text either becomes an object or is refused with an
 * {@link ArgumentsRejectedException}, in memory proportional to its length and in that time too,
 * but for sorting the members.
 *
 * <p>Implementation: recursive descent over the string, at most {@link JsonLimits#MAX_DEPTH} deep.
 * Confined to one call.
 */
final class JsonParser {
  private final String text;

  /** The text, and NUL after it: JSON allows NUL nowhere. */
  private final char[] chars;

  private int position;
  private int depth;

  private JsonParser(String text) {
    this.text = text;
    this.chars = new char[text.length() + 1];
    text.getChars(0, text.length(), chars, 0);
  }

  /**
   * Parses the arguments of an intent.
   *
   * @throws ArgumentsRejectedException when the text is no JSON object within the bounds
   */
  static JsonValue.ObjectValue parseObject(String text) {
    requireSize(text);
    JsonParser parser = new JsonParser(text);
    parser.skipWhitespace();
    if (parser.peek() != '{') {
      throw parser.invalid("an object is expected");
    }
    JsonValue.ObjectValue object = parser.object();
    parser.skipWhitespace();
    if (parser.position < text.length()) {
      throw parser.invalid("text follows the object");
    }
    return object;
  }

  private static void requireSize(String text) {
    int length = text.length();
    if (length <= JsonLimits.MAX_BYTES / 3) {
      return;
    }
    int bytes = length;
    for (int i = 0; i < length && bytes <= JsonLimits.MAX_BYTES; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        bytes += c >= 0x800 && !Character.isSurrogate(c) ? 2 : 1;
      }
    }
    if (bytes > JsonLimits.MAX_BYTES) {
      throw ArgumentsRejectedException.tooLarge();
    }
  }

  private JsonValue value() {
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> literal(JsonValue.Literal.TRUE);
      case 'f' -> literal(JsonValue.Literal.FALSE);
      case 'n' -> literal(JsonValue.Literal.NULL);
      default -> number();
    };
  }

  private JsonValue.ObjectValue object() {
    enter();
    ObjectMembers members = new ObjectMembers();
    if (!closes('}')) {
      do {
        members.add(member());
      } while (continues('}'));
    }
    depth--;
    if (!members.sort()) {
      throw invalid("a member name occurs twice in the object that ends");
    }
    return members.toObject();
  }

  private JsonValue.Member member() {
    skipWhitespace();
    if (peek() != '"') {
      throw invalid("a member name is expected");
    }
    JsonValue.StringValue name = string();
    skipWhitespace();
    if (peek() != ':') {
      throw invalid("a colon is expected");
    }
    position++;
    skipWhitespace();
    return new JsonValue.Member(name, value());
  }

  private JsonValue.ArrayValue array() {
    enter();
    List<JsonValue> elements = new ArrayList<>();
    if (!closes(']')) {
      do {
        skipWhitespace();
        elements.add(value());
      } while (continues(']'));
    }
    depth--;
    return new JsonValue.ArrayValue(elements);
  }

  private void enter() {
    if (++depth > JsonLimits.MAX_DEPTH) {
      throw invalid("nesting is deeper than " + JsonLimits.MAX_DEPTH);
    }
    position++;
  }

  /** Whether the container just entered is empty; if so, its end is consumed. */
  private boolean closes(char end) {
    skipWhitespace();
    if (peek() != end) {
      return false;
    }
    position++;
    return true;
  }

  /** Consumes a comma (more follows) or the container's end. */
  private boolean continues(char end) {
    skipWhitespace();
    char next = peek();
    if (next != ',' && next != end) {
      throw invalid("a comma or '" + end + "' is expected");
    }
    position++;
    return next == ',';
  }

  private JsonValue literal(JsonValue.Literal literal) {
    if (!text.startsWith(literal.text(), position)) {
      throw invalid("a value is expected");
    }
    position += literal.text().length();
    return literal;
  }

  private JsonValue number() {
    int end = DecimalText.endOf(chars, position);
    if (end < 0) {
      throw invalid("a value is expected");
    }
    String canonical = DecimalText.canonical(chars, position, end);
    position = end;
    return new JsonValue.NumberValue(canonical);
  }

  private JsonValue.StringValue string() {
    int start = position + 1;
    int end = plainEnd(start);
    if (chars[end] == '"') {
      position = end + 1;
      return JsonValue.StringValue.verbatim(chars, start, end);
    }
    StringBuilder unescaped = new StringBuilder(end - start + 48);
    unescaped.append(chars, start, end - start);
    position = end;
    while (peek() != '"') {
      character(unescaped);
      end = plainEnd(position);
      unescaped.append(chars, position, end - position);
      position = end;
    }
    position++;
    return JsonValue.StringValue.of(NormalForm.nfc(unescaped.toString()));
  }

  private int plainEnd(int from) {
    char[] all = chars;
    int end = from;
    while (JsonValue.StringValue.isPlain(all[end])) {
      end++;
    }
    return end;
  }

  /** Consumes one character of a string, or a surrogate pair. */
  private void character(StringBuilder unescaped) {
    char c = peek();
    if (c == '\\') {
      escape(unescaped);
      return;
    }
    if (c < ' ') {
      boolean atEnd = position == text.length();
      throw invalid(atEnd ? "the text ends inside a string" : "a control character is not escaped");
    }
    position++;
    unescaped.append(c);
    if (Character.isSurrogate(c)) {
      char low = peek();
      requirePair(c, low);
      position++;
      unescaped.append(low);
    }
  }

  private void escape(StringBuilder unescaped) {
    position++;
    char c = peek();
    if (c != 'u') {
      int index = "\"\\/bfnrt".indexOf(c);
      if (index < 0) {
        throw invalid("an unknown escape is used");
      }
      position++;
      unescaped.append("\"\\/\b\f\n\r\t".charAt(index));
      return;
    }
    char unit = hexUnit();
    unescaped.append(unit);
    if (Character.isSurrogate(unit)) {
      boolean escaped = text.startsWith("\\u", position);
      position += escaped ? 1 : 0;
      char low = escaped ? hexUnit() : '\0';
      requirePair(unit, low);
      unescaped.append(low);
    }
  }

  private void requirePair(char high, char low) {
    if (!Character.isSurrogatePair(high, low)) {
      throw invalid("a string has a lone surrogate");
    }
  }

  /** Consumes {@code uXXXX}. */
  private char hexUnit() {
    int unit = 0;
    for (int i = 1; i <= 4; i++) {
      char c = chars[position + i];
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw invalid("\\u is not followed by four hexadecimal digits");
      }
      unit = unit << 4 | digit;
    }
    position += 5;
    return (char) unit;
  }

  private void skipWhitespace() {
    char c = chars[position];
    while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      c = chars[++position];
    }
  }

  /** The next character, or NUL at the end. */
  private char peek() {
    return chars[position];
  }

  private ArgumentsRejectedException invalid(String problem) {
    return ArgumentsRejectedException.invalidAt(position, problem);
  }
}
