package dev.actonce.core.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Growing UTF-8. A text is built here once, as what is hashed, instead of as characters, then as a
 * string, then as bytes. Confined to one call.
 */
final class Utf8Buffer {
  private static final int MOST_BYTES_PER_CHAR = 3;

  private byte[] bytes;
  private int length;

  Utf8Buffer(int expectedLength) {
    bytes = new byte[expectedLength];
  }

  int length() {
    return length;
  }

  /** Appends an ASCII character. */
  void append(char ascii) {
    require(1);
    bytes[length++] = (byte) ascii;
  }

  /** Appends valid Unicode text. */
  void append(String text) {
    append(text.toCharArray(), 0, text.length());
  }

  /** Appends the characters in {@code [from, to)}, which are valid Unicode text. */
  void append(char[] chars, int from, int to) {
    require(to - from);
    byte[] target = bytes;
    int shift = length - from;
    int i = from;
    while (i < to && chars[i] < 0x80) {
      target[i + shift] = (byte) chars[i];
      i++;
    }
    length = i + shift;
    if (i < to) {
      appendAny(chars, i, to);
    }
  }

  private void appendAny(char[] chars, int from, int to) {
    require((to - from) * MOST_BYTES_PER_CHAR);
    byte[] target = bytes;
    int at = length;
    for (int i = from; i < to; i++) {
      char c = chars[i];
      if (c < 0x80) {
        target[at++] = (byte) c;
      } else if (c < 0x800) {
        target[at++] = (byte) (0xc0 | (c >> 6));
        target[at++] = (byte) (0x80 | (c & 0x3f));
      } else if (Character.isHighSurrogate(c)) {
        int codePoint = Character.toCodePoint(c, chars[++i]);
        target[at++] = (byte) (0xf0 | (codePoint >> 18));
        target[at++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
        target[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
        target[at++] = (byte) (0x80 | (codePoint & 0x3f));
      } else {
        target[at++] = (byte) (0xe0 | (c >> 12));
        target[at++] = (byte) (0x80 | ((c >> 6) & 0x3f));
        target[at++] = (byte) (0x80 | (c & 0x3f));
      }
    }
    length = at;
  }

  /** Takes away what was appended since this length, as text. */
  String cut(int from) {
    String text = new String(bytes, from, length - from, StandardCharsets.UTF_8);
    length = from;
    return text;
  }

  /** Forgets what is beyond this length. */
  void truncate(int to) {
    length = to;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void require(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
