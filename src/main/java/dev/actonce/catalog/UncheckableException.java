package dev.actonce.catalog;

/** Arguments whose check was given up; the message says at what bound. Never holds a value. */
final class UncheckableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UncheckableException(String message) {
    super(message);
  }
}
