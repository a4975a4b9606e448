package dev.actonce.catalog;

/** A regular expression is not used; the message says why, and what to do. */
final class PatternRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whether it is no expression of ECMA-262 at all. */
  enum Reason {
    SYNTAX,
    UNSUPPORTED
  }

  private final Reason reason;

  private PatternRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  static PatternRefusedException syntax(String found, int position) {
    return new PatternRefusedException(
        Reason.SYNTAX, "not ECMA-262: " + found + ", before character " + (position + 1));
  }

  static PatternRefusedException unsupported(String what) {
    return new PatternRefusedException(
        Reason.UNSUPPORTED,
        "ECMA-262, but beyond RE2, which alone is sure to end in time: " + what);
  }

  Reason reason() {
    return reason;
  }
}
