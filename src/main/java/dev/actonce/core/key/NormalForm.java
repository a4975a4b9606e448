package dev.actonce.core.key;

import java.text.Normalizer;

/** Brings strings into Unicode Normalization Form C. */
final class NormalForm {
  /** Text below the first combining mark is in NFC as it stands. */
  private static final char FIRST_COMBINING_MARK = '\u0300';

  /**
   * Ascending ranges, by first and last character, of which the same is true: Cyrillic, dashes and
   * quotation marks, currencies, arrows, symbols, CJK, Kana, Hangul syllables, full-width forms.
   * All were assigned by Unicode 13, so no later version can change that.
   */
  private static final char[] INERT = {
    '\u0400', '\u0481', '\u2010', '\u2027', '\u20a0', '\u20bf', '\u2190', '\u21ff',
    '\u2600', '\u27bf', '\u3000', '\u3029', '\u3041', '\u3096', '\u30a1', '\u30ff',
    '\u4e00', '\u9fef', '\uac00', '\ud7a3', '\uff01', '\uff5e'
  };

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
      if (!isInert(text.charAt(i))) {
        requireShortRuns(text, i);
        return Normalizer.normalize(text, Normalizer.Form.NFC);
      }
    }
    return text;
  }

  /**
   * Whether NFC leaves a character as and where it is, whatever stands before and after it, unless
   * that is itself not inert. No mark is inert.
   */
  static boolean isInert(char c) {
    if (c < FIRST_COMBINING_MARK) {
      return true;
    }
    int range = 0;
    while (range < INERT.length && c > INERT[range + 1]) {
      range += 2;
    }
    return range < INERT.length && c >= INERT[range];
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
