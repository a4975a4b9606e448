package dev.actonce.catalog;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;

/**
 * A regular expression of ECMA-262 that takes time linear in the text, and a small stack: Java's
 * own engine overflows the stack on {@code ^([a-z]|-)+$} and a text of 5 KB. Immutable and
 * thread-safe.
 */
final class LinearPattern implements RegularExpression {
  /**
   * Most instructions of a program. The engine follows them recursively, so this bounds the stack;
   * and each character of a text may visit all of them.
   */
  private static final int MAX_INSTRUCTIONS = 3_000;

  private final Pattern program;

  private LinearPattern(Pattern program) {
    this.program = program;
  }

  /**
   * Compiles an expression.
   *
   * @throws PatternRefusedException if it is no ECMA-262, beyond RE2, or too large
   */
  static LinearPattern compile(String source) {
    EcmaPattern.Translation translation = EcmaPattern.translate(source);
    requireSize(translation.size());
    try {
      Pattern program = Pattern.compile(translation.re2());
      requireSize(program.programSize());
      return new LinearPattern(program);
    } catch (PatternSyntaxException e) {
      throw PatternRefusedException.unsupported(e.getDescription());
    }
  }

  /** Whether a text is an expression of ECMA-262, also one that could not be compiled here. */
  static boolean isValid(String source) {
    try {
      EcmaPattern.translate(source);
      return true;
    } catch (PatternRefusedException e) {
      return e.reason() == PatternRefusedException.Reason.UNSUPPORTED;
    }
  }

  private static void requireSize(long instructions) {
    if (instructions > MAX_INSTRUCTIONS) {
      throw PatternRefusedException.unsupported(
          "its counted repeats make a program of "
              + instructions
              + " instructions, at most "
              + MAX_INSTRUCTIONS
              + " are run (maxLength bounds the text as a whole)");
    }
  }

  /** Most instructions that matching a text of this length runs. */
  long work(int length) {
    return (long) program.programSize() * (length + 1);
  }

  /** Whether it matches anywhere in a text. */
  @Override
  public boolean matches(String value) {
    return program.matcher(value).find();
  }
}
