package dev.actonce.core.key;

/**
 * The JSON number grammar (RFC 8259, section 6) and the one spelling of each number.
 *
 * <p>A number is {@code D × 10^E} with an integer {@code D} that does not end in 0. Its spelling is
 * {@code D}, followed by {@code e} and {@code E} unless {@code E} is 0; zero is {@code 0}. So 149,
 * 149.0 and 1.49e2 are all {@code 149}, 100 is {@code 1e2}, and 9.90 is {@code 99e-1}. Exact: no
 * number passes through a binary fraction.
 */
final class DecimalText {
  private DecimalText() {}

  /** The end of the longest number that starts at {@code from}, or -1 when there is none. */
  static int endOf(String text, int from) {
    int i = from;
    if (at(text, i) == '-') {
      i++;
    }
    int integer = i;
    i = at(text, i) == '0' ? i + 1 : digitsEnd(text, i);
    if (i == integer) {
      return -1;
    }
    if (at(text, i) == '.') {
      int fraction = i + 1;
      i = digitsEnd(text, fraction);
      if (i == fraction) {
        return -1;
      }
    }
    if (at(text, i) == 'e' || at(text, i) == 'E') {
      i++;
      if (at(text, i) == '+' || at(text, i) == '-') {
        i++;
      }
      int exponent = i;
      i = digitsEnd(text, exponent);
      if (i == exponent) {
        return -1;
      }
    }
    return i;
  }

  /**
   * The canonical spelling of the number in {@code [from, to)}, which {@link #endOf} delimited.
   *
   * @throws ArgumentsRejectedException when it has too many digits or too large an exponent
   */
  static String canonical(String text, int from, int to) {
    int start = text.charAt(from) == '-' ? from + 1 : from;
    int integerEnd = digitsEnd(text, start);
    if (integerEnd == to && (text.charAt(to - 1) != '0' || to == start + 1)) {
      requireDigits(to - start);
      return text.charAt(start) == '0' ? "0" : text.substring(from, to);
    }
    int fraction = at(text, integerEnd) == '.' ? integerEnd + 1 : integerEnd;
    int fractionEnd = digitsEnd(text, fraction);
    requireDigits(integerEnd - start + fractionEnd - fraction);
    char[] digits = new char[integerEnd - start + fractionEnd - fraction];
    text.getChars(start, integerEnd, digits, 0);
    text.getChars(fraction, fractionEnd, digits, integerEnd - start);
    int exponent = fractionEnd < to ? exponent(text, fractionEnd + 1, to) : 0;
    return spell(start > from, digits, exponent - (fractionEnd - fraction));
  }

  private static String spell(boolean negative, char[] digits, int exponent) {
    int first = 0;
    while (first < digits.length && digits[first] == '0') {
      first++;
    }
    if (first == digits.length) {
      return "0";
    }
    int last = digits.length;
    while (digits[last - 1] == '0') {
      last--;
    }
    int power = exponent + digits.length - last;
    requireExponent(power);
    String sign = negative ? "-" : "";
    String significant = new String(digits, first, last - first);
    return power == 0 ? sign + significant : sign + significant + 'e' + power;
  }

  private static int exponent(String text, int from, int to) {
    boolean negative = text.charAt(from) == '-';
    int i = negative || text.charAt(from) == '+' ? from + 1 : from;
    int value = 0;
    for (; i < to; i++) {
      value = value * 10 + text.charAt(i) - '0';
      requireExponent(value);
    }
    return negative ? -value : value;
  }

  private static void requireExponent(int exponent) {
    if (Math.abs(exponent) > JsonLimits.MAX_EXPONENT) {
      throw ArgumentsRejectedException.invalid(
          "a number's exponent is beyond ±" + JsonLimits.MAX_EXPONENT);
    }
  }

  private static void requireDigits(int count) {
    if (count > JsonLimits.MAX_DIGITS) {
      throw ArgumentsRejectedException.invalid(
          "a number has " + count + " digits; at most " + JsonLimits.MAX_DIGITS + " are allowed");
    }
  }

  private static int digitsEnd(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i;
  }

  /** The character at an index, or NUL past the end: NUL is in no number. */
  private static char at(String text, int index) {
    return index < text.length() ? text.charAt(index) : '\0';
  }
}
