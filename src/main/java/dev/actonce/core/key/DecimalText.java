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

  /**
   * The end of the longest number that starts at {@code from}, or -1 when there is none. After the
   * text there must be a character that is in no number.
   */
  static int endOf(char[] text, int from) {
    int integer = text[from] == '-' ? from + 1 : from;
    int i = text[integer] == '0' ? integer + 1 : digitsEnd(text, integer);
    if (i == integer) {
      return -1;
    }
    if (text[i] == '.') {
      int fraction = i + 1;
      i = digitsEnd(text, fraction);
      if (i == fraction) {
        return -1;
      }
    }
    if (text[i] == 'e' || text[i] == 'E') {
      i++;
      if (text[i] == '+' || text[i] == '-') {
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
  static String canonical(char[] text, int from, int to) {
    int start = text[from] == '-' ? from + 1 : from;
    int integerEnd = digitsEnd(text, start);
    if (integerEnd == to && (text[to - 1] != '0' || to == start + 1)) {
      requireDigits(to - start);
      return text[start] == '0' ? "0" : new String(text, from, to - from);
    }
    int fraction = text[integerEnd] == '.' ? integerEnd + 1 : integerEnd;
    int fractionEnd = digitsEnd(text, fraction);
    requireDigits(integerEnd - start + fractionEnd - fraction);
    char[] digits = new char[integerEnd - start + fractionEnd - fraction];
    System.arraycopy(text, start, digits, 0, integerEnd - start);
    System.arraycopy(text, fraction, digits, integerEnd - start, fractionEnd - fraction);
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

  private static int exponent(char[] text, int from, int to) {
    boolean negative = text[from] == '-';
    int i = negative || text[from] == '+' ? from + 1 : from;
    int value = 0;
    for (; i < to; i++) {
      value = value * 10 + text[i] - '0';
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

  private static int digitsEnd(char[] text, int from) {
    int i = from;
    while (text[i] >= '0' && text[i] <= '9') {
      i++;
    }
    return i;
  }
}
