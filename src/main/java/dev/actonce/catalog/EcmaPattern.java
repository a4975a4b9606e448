package dev.actonce.catalog;

/**
 * Translates a regular expression of ECMA-262, in the meaning of its {@code u} flag, to the syntax
 * of RE2. JSON Schema asks for that dialect (2020-12 core, section 6.4). Where it differs from Java
 * and from RE2, the expression keeps the meaning of ECMA-262: {@code \d} and {@code \w} are ASCII,
 * {@code \s} has the Unicode spaces and the byte order mark, {@code $} is the very end, {@code .}
 * stops at U+2028. Groups capture nothing, because only whether a text matches is asked.
 *
 * <p>Of what the {@code u} flag forbids, the usual is read as browsers do without it: an escaped
 * punctuation mark ({@code \@}), a brace or bracket that closes nothing, and a dash beside a class
 * ({@code [\w-.]}).
 *
 * <p>Implementation: recursive descent, one frame set for each open group. Confined to one call.
 */
final class EcmaPattern {
  private static final int MAX_LENGTH = 10_000;

  /** Keeps the parsers of both dialects within a small stack. */
  private static final int MAX_GROUPS = 50;

  /** RE2's bound on a counted repeat. */
  private static final int MAX_REPEAT = 1_000;

  /** The dot of ECMA-262. */
  private static final String ANY = "[^\\n\\r\\x{2028}\\x{2029}]";

  private static final String EVERYTHING = "[\\x{0}-\\x{10ffff}]";
  private static final String NOTHING = "[^\\x{0}-\\x{10ffff}]";

  private final EcmaText text;
  private final EcmaClasses classes;
  private final StringBuilder out = new StringBuilder();
  private int groups;

  private EcmaPattern(String source) {
    this.text = new EcmaText(source);
    this.classes = new EcmaClasses(text);
  }

  /**
   * An expression in the syntax of RE2.
   *
   * @param re2 the text
   * @param size about how many instructions RE2 compiles it to, also when that is far too many
   */
  record Translation(String re2, long size) {}

  /**
   * Translates an expression.
   *
   * @throws PatternRefusedException if it is no ECMA-262, or needs what RE2 does not have
   */
  static Translation translate(String source) {
    if (source.length() > MAX_LENGTH) {
      throw PatternRefusedException.unsupported("it is longer than " + MAX_LENGTH + " characters");
    }
    EcmaPattern pattern = new EcmaPattern(source);
    long size = pattern.disjunction();
    if (!pattern.text.atEnd()) {
      throw pattern.text.syntax("a closing parenthesis without its opening one");
    }
    return new Translation(pattern.out.toString(), size);
  }

  private long disjunction() {
    long size = alternative();
    while (text.take('|')) {
      out.append('|');
      size += alternative() + 1;
    }
    return size;
  }

  private long alternative() {
    long size = 0;
    while (!text.atEnd() && text.peek() != '|' && text.peek() != ')') {
      size = Math.min(size + term(), Integer.MAX_VALUE);
    }
    return size;
  }

  private long term() {
    if (assertion()) {
      if (isQuantifier()) {
        throw text.syntax("nothing to repeat");
      }
      return 1;
    }
    if (isQuantifier()) {
      throw text.syntax("nothing to repeat");
    }
    long size = atom();
    return isQuantifier() ? quantified(size) : size;
  }

  private boolean assertion() {
    if (text.take('^')) {
      out.append("\\A");
    } else if (text.take('$')) {
      out.append("\\z");
    } else if (text.take("\\b")) {
      out.append("\\b");
    } else if (text.take("\\B")) {
      out.append("\\B");
    } else {
      return false;
    }
    return true;
  }

  private long atom() {
    if (text.take('(')) {
      return group();
    }
    if (text.take('.')) {
      out.append(ANY);
    } else if (text.take('[')) {
      bracket();
    } else if (text.peek() == '\\') {
      escape();
    } else {
      EcmaText.appendLiteral(out, text.next());
    }
    return 1;
  }

  private long group() {
    if (text.take("?=") || text.take("?!")) {
      throw PatternRefusedException.unsupported("look-ahead");
    }
    if (text.take("?<=") || text.take("?<!")) {
      throw PatternRefusedException.unsupported("look-behind");
    }
    if (text.take("?<")) {
      name();
    } else if (!text.take("?:") && text.peek() == '?') {
      throw PatternRefusedException.unsupported(
          "a group that begins with (? and is none of (?: and (?<name>, such as the flag (?i)");
    }
    if (++groups > MAX_GROUPS) {
      throw PatternRefusedException.unsupported("more than " + MAX_GROUPS + " nested groups");
    }
    out.append("(?:");
    long size = disjunction();
    if (!text.take(')')) {
      throw text.syntax("a group that does not end");
    }
    out.append(')');
    groups--;
    return size;
  }

  private void name() {
    int length = 0;
    while (!text.atEnd() && text.peek() != '>') {
      int c = text.next();
      boolean valid =
          length == 0
              ? Character.isUnicodeIdentifierStart(c) || c == '_' || c == '$'
              : Character.isUnicodeIdentifierPart(c) || c == '$';
      if (!valid) {
        throw text.syntax("a group's name that is none");
      }
      length++;
    }
    if (length == 0 || !text.take('>')) {
      throw text.syntax("a group's name that is none");
    }
  }

  private void bracket() {
    boolean negated = text.take('^');
    String content = classes.content();
    if (content.isEmpty()) {
      out.append(negated ? EVERYTHING : NOTHING);
    } else {
      out.append(negated ? "[^" : "[").append(content).append(']');
    }
  }

  private void escape() {
    String set = classes.escapedSet();
    if (!set.isEmpty()) {
      out.append('[').append(set).append(']');
      return;
    }
    text.next();
    int c = text.peek();
    if ((c >= '1' && c <= '9') || c == 'k') {
      throw PatternRefusedException.unsupported("a back reference");
    }
    EcmaText.appendLiteral(out, text.escaped());
  }

  private boolean isQuantifier() {
    int c = text.peek();
    return c == '*' || c == '+' || c == '?' || (c == '{' && text.countAhead());
  }

  private long quantified(long size) {
    int c = text.next();
    long repeated = size + 1;
    if (c == '{') {
      long min = text.count();
      long max = min;
      if (text.take(',')) {
        max = text.peek() == '}' ? -1 : text.count();
      }
      text.next();
      if (max >= 0 && max < min) {
        throw text.syntax("a repeat whose bounds fall");
      }
      if (Math.max(min, max) > MAX_REPEAT) {
        throw PatternRefusedException.unsupported(
            "a repeat of more than " + MAX_REPEAT + " (maxLength bounds the text as a whole)");
      }
      out.append('{').append(min);
      out.append(max < 0 ? "," : max == min ? "" : "," + max).append('}');
      repeated = max < 0 ? (min + 1) * (size + 1) : max * (size + 1);
    } else {
      out.appendCodePoint(c);
    }
    if (text.take('?')) {
      out.append('?');
    }
    if (isQuantifier()) {
      throw text.syntax("nothing to repeat");
    }
    return Math.min(repeated, Integer.MAX_VALUE);
  }
}
