package dev.actonce.core.key;

import java.text.Normalizer;

/** Brings strings into Unicode Normalization Form C. */
final class NormalForm {
  /** Text below the first combining mark is in NFC as it stands. */
  static final char FIRST_COMBINING_MARK = '\u0300';

  private static final int MARKS =
      1 << Character.NON_SPACING_MARK
          | 1 << Character.COMBINING_SPACING_MARK
          | 1 << Character.ENCLOSING_MARK;

  private NormalForm() {}

  /**
   * The text in NFC.
   *
   * @throws ArgumentsRejectedException when more than {@link JsonLimits#MAX_COMBINING_RUN} marks
   *     follow one another
   */
  static String nfc(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_COMBINING_MARK) {
        requireShortRuns(text, i);
        return Normalizer.normalize(text, Normalizer.Form.NFC);
      }
    }
    return text;
  }

  private static void requireShortRuns(String text, int from) {
    int run = 0;
    int codePoint;
    for (int i = from; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      boolean mark = (1 << Character.getType(codePoint) & MARKS) != 0;
      run = mark ? run + 1 : 0;
      if (run > JsonLimits.MAX_COMBINING_RUN) {
        throw ArgumentsRejectedException.invalid(
            "a string has more than " + JsonLimits.MAX_COMBINING_RUN + " combining marks in a row");
      }
    }
  }
}
