package dev.actonce.core.key;

/**
 * Arguments have no canonical form. The only exception that parsing throws; it stays inside this
 * package and has no stack trace, because hostile input must be cheap to refuse. Its message never
 * quotes the arguments.
 */
final class ArgumentsRejectedException extends RuntimeException {
  static final String INVALID_ARGUMENTS = "INVALID_ARGUMENTS";
  static final String ARGUMENTS_TOO_LARGE = "ARGUMENTS_TOO_LARGE";

  private static final long serialVersionUID = 1L;

  private final String code;
  private final String explanation;

  private ArgumentsRejectedException(String code, String message) {
    super(message, null, false, false);
    this.code = code;
    this.explanation = message;
  }

  static ArgumentsRejectedException tooLarge() {
    return new ArgumentsRejectedException(
        ARGUMENTS_TOO_LARGE,
        "arguments exceed "
            + JsonLimits.MAX_BYTES
            + " bytes of UTF-8; pass large content by reference");
  }

  static ArgumentsRejectedException invalid(String problem) {
    return new ArgumentsRejectedException(
        INVALID_ARGUMENTS, "arguments are not acceptable JSON: " + problem);
  }

  static ArgumentsRejectedException invalidAt(int offset, String problem) {
    return invalid(problem + " at character " + offset);
  }

  Derivation.Underivable asDerivation() {
    return new Derivation.Underivable(code, explanation);
  }
}
