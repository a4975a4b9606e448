package dev.actonce.catalog;

/** A cursor over the code points of an ECMA-262 expression, and its escapes of one character. */
final class EcmaText {
  /** Beyond every code point. */
  static final int END = -1;

  private static final int MAX_COUNT = 1_000_000;

  private final int[] points;
  private int position;

  EcmaText(String source) {
    this.points = source.codePoints().toArray();
  }

  boolean atEnd() {
    return position == points.length;
  }

  /** The next code point, or {@link #END}. */
  int peek() {
    return peek(0);
  }

  int peek(int ahead) {
    return position + ahead < points.length ? points[position + ahead] : END;
  }

  int next() {
    int point = peek();
    position++;
    return point;
  }

  boolean take(int point) {
    boolean found = peek() == point;
    position += found ? 1 : 0;
    return found;
  }

  boolean take(String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      if (peek(i) != ascii.charAt(i)) {
        return false;
      }
    }
    position += ascii.length();
    return true;
  }

  /** Whether the brace at hand opens a counted repeat. */
  boolean countAhead() {
    int i = digitsEnd(1);
    if (i == 1) {
      return false;
    }
    return peek(i) == '}' || (peek(i) == ',' && peek(digitsEnd(i + 1)) == '}');
  }

  /** Consumes digits; a number that is far too large is a bound. */
  long count() {
    long count = 0;
    while (isDigit(peek())) {
      count = Math.min(count * 10 + next() - '0', MAX_COUNT);
    }
    return count;
  }

  private int digitsEnd(int from) {
    int i = from;
    while (isDigit(peek(i))) {
      i++;
    }
    return i;
  }

  private static boolean isDigit(int point) {
    return point >= '0' && point <= '9';
  }

  /** Consumes what follows a backslash and stands for one character. */
  int escaped() {
    int c = next();
    return switch (c) {
      case END -> throw syntax("a backslash at the end");
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'v' -> 0x0b;
      case 'f' -> '\f';
      case 'r' -> '\r';
      case 'c' -> control();
      case 'x' -> hex(2);
      case 'u' -> unicode();
      case '0' -> {
        if (isDigit(peek())) {
          throw syntax("an octal escape");
        }
        yield 0;
      }
      default -> {
        if (c >= 0x80 || Character.isLetterOrDigit(c)) {
          throw syntax("\\" + Character.toString(c));
        }
        yield c;
      }
    };
  }

  private int control() {
    int letter = next();
    if (letter >= 0x80 || !Character.isLetter(letter)) {
      throw syntax("\\c without a letter");
    }
    return letter & 0x1f;
  }

  private int unicode() {
    if (take('{')) {
      int point = 0;
      int digits = 0;
      while (!take('}')) {
        point = Math.min(point << 4 | digit(), Character.MAX_CODE_POINT + 1);
        digits++;
      }
      if (digits == 0 || point > Character.MAX_CODE_POINT) {
        throw syntax("\\u{...} that is no character");
      }
      return point;
    }
    int unit = hex(4);
    if (Character.isHighSurrogate((char) unit) && peek() == '\\' && peek(1) == 'u') {
      int mark = position;
      position += 2;
      int low = peek() == '{' ? 0 : hex(4);
      if (Character.isLowSurrogate((char) low)) {
        return Character.toCodePoint((char) unit, (char) low);
      }
      position = mark;
    }
    return unit;
  }

  private int hex(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      value = value << 4 | digit();
    }
    return value;
  }

  private int digit() {
    int c = next();
    int digit = c >= 0 && c < 0x80 ? Character.digit(c, 16) : -1;
    if (digit < 0) {
      throw syntax("an escape without its hexadecimal digits");
    }
    return digit;
  }

  PatternRefusedException syntax(String what) {
    return PatternRefusedException.syntax(what, position);
  }

  /** Appends one character so that RE2 takes it literally, also within brackets. */
  static void appendLiteral(StringBuilder out, int point) {
    if (point < 0x80 && Character.isLetterOrDigit(point)) {
      out.append((char) point);
    } else {
      out.append("\\x{").append(Integer.toHexString(point)).append('}');
    }
  }
}
