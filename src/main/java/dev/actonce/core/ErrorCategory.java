package dev.actonce.core;

/** Who can do something about an error; metrics and exit codes use it. */
public enum ErrorCategory {
  /** The caller's input or settings are wrong; the message says what to change. */
  USER(2),
  /** The surroundings failed (broker, network, disk); trying again later is sensible. */
  RETRYABLE(3),
  /** Another instance took over; this one must stop acting. */
  FENCED(4),
  /** A defect or a broken guarantee; a person must look. */
  FATAL(5);

  private final int exitCode;

  ErrorCategory(int exitCode) {
    this.exitCode = exitCode;
  }

  /** Exit code of a command that ends with such an error. */
  public int exitCode() {
    return exitCode;
  }
}
