package dev.actonce.core.key;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Writes a value's canonical text: no white space, the shortest escapes (as RFC 8785, section
 * 3.2.2.2), and the policy's sets, instants and numbers applied. Confined to one call.
 */
final class CanonicalWriter {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder out;

  private CanonicalWriter(int expectedLength) {
    this.out = new StringBuilder(expectedLength);
  }

  /** The canonical text of a value. */
  static String write(JsonValue value, FieldPaths paths, int expectedLength) {
    CanonicalWriter writer = new CanonicalWriter(expectedLength);
    writer.value(value, paths);
    return writer.out.toString();
  }

  private void value(JsonValue value, FieldPaths paths) {
    if (value instanceof JsonValue.StringValue string) {
      string(string.text(), paths);
    } else if (value instanceof JsonValue.NumberValue number) {
      out.append(number.canonical());
    } else if (value instanceof JsonValue.ObjectValue object) {
      object(object, paths);
    } else if (value instanceof JsonValue.ArrayValue array) {
      array(array, paths);
    } else if (value instanceof JsonValue.Literal literal) {
      out.append(literal.text());
    }
  }

  private void object(JsonValue.ObjectValue object, FieldPaths paths) {
    out.append('{');
    boolean first = true;
    for (JsonValue.Member member : object.members()) {
      if (!first) {
        out.append(',');
      }
      first = false;
      quoted(member.name());
      out.append(':');
      value(member.value(), paths.member(member.name()));
    }
    out.append('}');
  }

  private void array(JsonValue.ArrayValue array, FieldPaths paths) {
    out.append('[');
    int start = out.length();
    List<String> elements = new ArrayList<>();
    for (JsonValue element : array.elements()) {
      int from = out.length();
      value(element, paths);
      if (paths.isSet()) {
        elements.add(out.substring(from));
        out.setLength(from);
      } else {
        out.append(',');
      }
    }
    Collections.sort(elements);
    for (String element : elements) {
      out.append(element).append(',');
    }
    if (out.length() > start) {
      out.setLength(out.length() - 1);
    }
    out.append(']');
  }

  private void string(String text, FieldPaths paths) {
    if (paths.isNumber() && DecimalText.endOf(text, 0) == text.length()) {
      out.append(DecimalText.canonical(text, 0, text.length()));
    } else {
      quoted(paths.isInstant() ? InstantText.canonicalOrSame(text) : text);
    }
  }

  private void quoted(String text) {
    out.append('"');
    int written = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        out.append(text, written, i);
        escaped(c);
        written = i + 1;
      }
    }
    if (written == 0) {
      out.append(text);
    } else {
      out.append(text, written, text.length());
    }
    out.append('"');
  }

  private void escaped(char c) {
    int index = "\"\\\b\f\n\r\t".indexOf(c);
    if (index >= 0) {
      out.append('\\').append("\"\\bfnrt".charAt(index));
    } else {
      out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xf));
    }
  }
}
