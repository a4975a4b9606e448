package dev.actonce.wire;

/** Texts of others, as they may stand in a message. */
final class Texts {
  private Texts() {}

  /** At most so many characters, then three dots; never half a surrogate pair. */
  static String cut(String text, int maxChars) {
    if (text.length() <= maxChars) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
    return text.substring(0, end) + "...";
  }

  /** The same, on one line and without control characters. */
  static String line(String text, int maxChars) {
    return cut(text, maxChars).replaceAll("\\p{C}", "?");
  }
}
