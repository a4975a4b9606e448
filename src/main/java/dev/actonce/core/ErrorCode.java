package dev.actonce.core;

/** Names of the errors that ActOnce throws; each has one category. */
public enum ErrorCode {
  INVALID_SETTING(ErrorCategory.USER),
  INVALID_CATALOG(ErrorCategory.USER),
  INVALID_INTENT(ErrorCategory.USER),
  UNKNOWN_ACTION(ErrorCategory.USER),
  TOPIC_MISCONFIGURED(ErrorCategory.USER),
  UNSAFE_JVM(ErrorCategory.USER),
  CONTRACT_MISSING(ErrorCategory.USER),
  NOT_FOUND(ErrorCategory.USER),
  UNDECODABLE(ErrorCategory.USER),
  REGISTRY_REFUSED(ErrorCategory.USER),
  BROKER_UNAVAILABLE(ErrorCategory.RETRYABLE),
  REGISTRY_UNAVAILABLE(ErrorCategory.RETRYABLE),
  TIMED_OUT(ErrorCategory.RETRYABLE),
  INTERRUPTED(ErrorCategory.RETRYABLE),
  FENCED(ErrorCategory.FENCED),
  CLOSED(ErrorCategory.FATAL),
  STATE_LOST(ErrorCategory.FATAL),
  INTERNAL(ErrorCategory.FATAL);

  private final ErrorCategory category;

  ErrorCode(ErrorCategory category) {
    this.category = category;
  }

  /** Who can do something about it. */
  public ErrorCategory category() {
    return category;
  }
}
