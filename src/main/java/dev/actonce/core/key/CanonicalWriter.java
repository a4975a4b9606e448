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

  private final Utf8Buffer out;

  private CanonicalWriter(int expectedLength) {
    this.out = new Utf8Buffer(expectedLength);
  }

  /**
   * The canonical text of a value, in UTF-8.
   *
   * @param expectedLength bytes, at a guess
   */
  static byte[] write(JsonValue value, FieldPaths paths, int expectedLength) {
    CanonicalWriter writer = new CanonicalWriter(expectedLength);
    value.writeTo(writer, paths);
    return writer.out.toBytes();
  }

  /** A number or a literal, which is written as it is. */
  void plain(String text) {
    out.append(text);
  }

  void object(JsonValue.ObjectValue object, FieldPaths paths) {
    out.append('{');
    boolean first = true;
    for (JsonValue.Member member : object.members()) {
      if (!first) {
        out.append(',');
      }
      first = false;
      quoted(member.name());
      out.append(':');
      member.value().writeTo(this, paths.member(member.name()));
    }
    out.append('}');
  }

  void array(JsonValue.ArrayValue array, FieldPaths paths) {
    out.append('[');
    int start = out.length();
    List<String> elements = new ArrayList<>();
    for (JsonValue element : array.elements()) {
      int from = out.length();
      element.writeTo(this, paths);
      if (paths.isSet()) {
        elements.add(out.cut(from));
      } else {
        out.append(',');
      }
    }
    // By UTF-16 code units; the order of the bytes is another one.
    Collections.sort(elements);
    for (String element : elements) {
      out.append(element);
      out.append(',');
    }
    if (out.length() > start) {
      out.truncate(out.length() - 1);
    }
    out.append(']');
  }

  void string(JsonValue.StringValue string, FieldPaths paths) {
    if (paths.isNumber()) {
      String canonical = string.canonicalNumber();
      if (canonical != null) {
        out.append(canonical);
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
      string.writeQuoted(out);
    } else {
      out.append('"');
      escaped(string.text());
      out.append('"');
    }
  }

  /** Appends what stands between escapes in one go. */
  private void escaped(String text) {
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (JsonValue.StringValue.mustEscape(c)) {
        out.append(text.substring(from, i));
        escape(c);
        from = i + 1;
      }
    }
    out.append(text.substring(from));
  }

  private void escape(char c) {
    out.append('\\');
    int index = "\"\\\b\f\n\r\t".indexOf(c);
    if (index >= 0) {
      out.append("\"\\bfnrt".charAt(index));
    } else {
      out.append("u00");
      out.append(HEX.charAt(c >> 4));
      out.append(HEX.charAt(c & 0xf));
    }
  }
}
