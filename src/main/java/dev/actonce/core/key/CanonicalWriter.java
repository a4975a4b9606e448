package dev.actonce.core.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Writes a value's canonical text: no white space, the shortest escapes (as RFC 8785, section
 * 3.2.2.2), and the policy's sets, instants and numbers applied. Confined to one call.
 */
final class CanonicalWriter {
  private static final String HEX = "0123456789abcdef";

  private char[] out;
  private int length;

  private CanonicalWriter(int expectedLength) {
    this.out = new char[expectedLength];
  }

  /** The canonical text of a value. */
  static String write(JsonValue value, FieldPaths paths, int expectedLength) {
    CanonicalWriter writer = new CanonicalWriter(expectedLength);
    writer.value(value, paths);
    return writer.since(0);
  }

  private void value(JsonValue value, FieldPaths paths) {
    if (value instanceof JsonValue.StringValue string) {
      string(string, paths);
    } else if (value instanceof JsonValue.NumberValue number) {
      append(number.canonical());
    } else if (value instanceof JsonValue.ObjectValue object) {
      object(object, paths);
    } else if (value instanceof JsonValue.ArrayValue array) {
      array(array, paths);
    } else if (value instanceof JsonValue.Literal literal) {
      append(literal.text());
    }
  }

  private void object(JsonValue.ObjectValue object, FieldPaths paths) {
    append('{');
    boolean first = true;
    for (JsonValue.Member member : object.members()) {
      if (!first) {
        append(',');
      }
      first = false;
      quoted(member.name());
      append(':');
      value(member.value(), paths.member(member.name()));
    }
    append('}');
  }

  private void array(JsonValue.ArrayValue array, FieldPaths paths) {
    append('[');
    int start = length;
    List<String> elements = new ArrayList<>();
    for (JsonValue element : array.elements()) {
      int from = length;
      value(element, paths);
      if (paths.isSet()) {
        elements.add(since(from));
        length = from;
      } else {
        append(',');
      }
    }
    Collections.sort(elements);
    for (String element : elements) {
      append(element);
      append(',');
    }
    if (length > start) {
      length--;
    }
    append(']');
  }

  private void string(JsonValue.StringValue string, FieldPaths paths) {
    if (paths.isNumber()) {
      String text = string.text();
      if (DecimalText.endOf(text, 0) == text.length()) {
        append(DecimalText.canonical(text, 0, text.length()));
        return;
      }
    }
    quoted(
        paths.isInstant()
            ? JsonValue.StringValue.of(InstantText.canonicalOrSame(string.text()))
            : string);
  }

  private void quoted(JsonValue.StringValue string) {
    if (string.isVerbatim()) {
      int quotedLength = string.length() + 2;
      require(quotedLength);
      string.copyQuoted(out, length);
      length += quotedLength;
    } else {
      append('"');
      escaped(string);
      append('"');
    }
  }

  private void escaped(JsonValue.StringValue string) {
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (JsonValue.StringValue.mustEscape(c)) {
        escape(c);
      } else {
        append(c);
      }
    }
  }

  private void escape(char c) {
    append('\\');
    int index = "\"\\\b\f\n\r\t".indexOf(c);
    if (index >= 0) {
      append("\"\\bfnrt".charAt(index));
    } else {
      append("u00");
      append(HEX.charAt(c >> 4));
      append(HEX.charAt(c & 0xf));
    }
  }

  private void append(char c) {
    require(1);
    out[length++] = c;
  }

  private void append(String text) {
    require(text.length());
    text.getChars(0, text.length(), out, length);
    length += text.length();
  }

  private void require(int more) {
    if (out.length - length < more) {
      out = Arrays.copyOf(out, Math.max(out.length * 2, length + more));
    }
  }

  private String since(int from) {
    return new String(out, from, length - from);
  }
}
