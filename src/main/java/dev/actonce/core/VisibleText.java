package dev.actonce.core;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text that others wrote, as it may be shown on a terminal or in a log: what a terminal obeys, or
 * what nobody sees, is written out as an escape. Such text cannot move the cursor, begin a line of
 * its own, reverse what stands beside it, or hide a part of itself.
 *
 * <p>Escaped are control characters (C0, DEL, C1, so also ESC), format characters (bidirectional
 * controls, zero-width characters, byte order mark, tags), line and paragraph separators, spaces
 * other than the common one, characters that are invisible by definition (fillers, variation
 * selectors), and surrogates without their partner. The escapes are those of JSON, {@code \n},
 * {@code \t}, {@code \r} and {@code \}{@code u001b}, one or two of them for each character: a JSON
 * text stays JSON and keeps its meaning.
 */
public final class VisibleText {
  private static final Pattern FURTHER_SPACE = Pattern.compile("(?<= ) ");

  private VisibleText() {}

  /** A value within a line: also its line breaks and tabs are escaped. */
  public static String of(String value) {
    return escape(value, false);
  }

  /**
   * A value among others of its line: as {@link #of}, and in quotes unless it is one plain word, so
   * that none passes for its neighbour. Of several spaces in a row only the first stays: enough of
   * them would fill the terminal's line, and what follows would seem to begin one.
   */
  public static String word(String value) {
    String visible = of(value);
    if (!visible.isEmpty() && visible.chars().noneMatch(VisibleText::endsAWord)) {
      return visible;
    }
    String oneSpace = FURTHER_SPACE.matcher(visible).replaceAll("\\\\u0020");
    return '"' + oneSpace.replace("\"", "\\\"") + '"';
  }

  private static boolean endsAWord(int character) {
    return character == ' ' || character == '"' || character == '=';
  }

  /** A laid-out text or a JSON text: its line breaks and tabs stay. */
  public static String lines(String text) {
    return escape(text, true);
  }

  private static String escape(String text, boolean isLaidOut) {
    int clean = 0;
    while (clean < text.length() && isPlain(text.charAt(clean))) {
      clean++;
    }
    if (clean == text.length()) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length() + 16);
    visible.append(text, 0, clean);
    for (int at = clean; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      int next = at + Character.charCount(codePoint);
      if (isVisible(codePoint) || (isLaidOut && isLayout(text, at))) {
        visible.appendCodePoint(codePoint);
      } else {
        append(visible, text, at, next);
      }
      at = next;
    }
    return visible.toString();
  }

  /** The frequent case, without a look at Unicode's tables. */
  private static boolean isPlain(char character) {
    return character >= ' ' && character <= '~';
  }

  /** A carriage return only with its line feed, as Windows ends lines. */
  private static boolean isLayout(String text, int at) {
    char character = text.charAt(at);
    return character == '\n'
        || character == '\t'
        || (character == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n');
  }

  private static void append(StringBuilder visible, String text, int from, int to) {
    for (int at = from; at < to; at++) {
      char unit = text.charAt(at);
      switch (unit) {
        case '\n' -> visible.append("\\n");
        case '\r' -> visible.append("\\r");
        case '\t' -> visible.append("\\t");
        default -> visible.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
      }
    }
  }

  private static boolean isVisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> codePoint == ' ';
      default -> !isIgnorable(codePoint);
    };
  }

  /**
   * Unicode's Default_Ignorable_Code_Point, as far as its characters have another category, and
   * what looks like a space.
   */
  private static boolean isIgnorable(int codePoint) {
    return codePoint == 0x034F // Combining grapheme joiner.
        || isIn(codePoint, 0x115F, 0x1160) // Hangul fillers.
        || isIn(codePoint, 0x17B4, 0x17B5) // Inherent vowels of Khmer.
        || isIn(codePoint, 0x180B, 0x180F) // Mongolian selectors.
        || isIn(codePoint, 0x2060, 0x206F)
        || codePoint == 0x2800 // Braille without a dot, which is a space to whoever looks.
        || codePoint == 0x3164 // Hangul filler.
        || isIn(codePoint, 0xFE00, 0xFE0F) // Variation selectors.
        || codePoint == 0xFFA0 // Halfwidth Hangul filler.
        || isIn(codePoint, 0xFFF0, 0xFFF8)
        || isIn(codePoint, 0xE0000, 0xE0FFF); // Tags and more variation selectors.
  }

  private static boolean isIn(int codePoint, int first, int last) {
    return codePoint >= first && codePoint <= last;
  }
}
