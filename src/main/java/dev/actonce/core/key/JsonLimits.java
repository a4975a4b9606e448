package dev.actonce.core.key;

/** Bounds on arguments; part of the published key format, so a change needs a new key version. */
final class JsonLimits {
  /** Longest arguments text, in bytes of UTF-8. */
  static final int MAX_BYTES = 256 * 1024;

  /** Deepest nesting of objects and arrays; the top-level object is depth 1. */
  static final int MAX_DEPTH = 64;

  /** Most digits before the exponent of one number, as written. */
  static final int MAX_DIGITS = 400;

  /** Largest absolute value of a number's exponent, as written and in canonical spelling. */
  static final int MAX_EXPONENT = 400;

  /**
   * Most combining marks (Unicode general category M) in a row. Putting marks in canonical order
   * takes quadratic time in the length of such a run; UAX #15 expects at most 30 in real text.
   */
  static final int MAX_COMBINING_RUN = 64;

  private JsonLimits() {}
}
