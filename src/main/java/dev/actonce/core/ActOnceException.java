package dev.actonce.core;

import org.jspecify.annotations.Nullable;

/**
 * The one exception that ActOnce throws to its callers. The message holds what failed, the ids,
 * what was found against what was expected, and what to do.
 */
public final class ActOnceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public ActOnceException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public ActOnceException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** Which error this is; its category says who can act. */
  public ErrorCode code() {
    return code;
  }
}
