package dev.actonce.core;

/**
 * Names of the errors that ActOnce throws; each has one category. New ones may be added, so a
 * switch over them needs a default, which the {@link #category} serves best.
 */
public enum ErrorCode {
  /** A setting, option or argument of a call is wrong, or two contradict. Correct it. */
  INVALID_SETTING(ErrorCategory.USER),

  /**
   * A broker refuses a right or the log-in. Grant what the message names, or correct the Kafka
   * properties.
   */
  ACCESS_DENIED(ErrorCategory.USER),

  /** The catalog cannot be read, or a tool in it is not right. Correct the file. */
  INVALID_CATALOG(ErrorCategory.USER),

  /**
   * An intent, an id or a settlement breaks the rules of its form, or is too large. Nothing was
   * published; correct it and publish again.
   */
  INVALID_INTENT(ErrorCategory.USER),

  /** The catalog has no such tool, or nothing performs it. Correct the name, or add the tool. */
  UNKNOWN_ACTION(ErrorCategory.USER),

  /**
   * A topic is missing, or has settings under which the promises do not hold. Create it ({@code
   * actonce topics}), or correct it as {@code actonce doctor} says.
   */
  TOPIC_MISCONFIGURED(ErrorCategory.USER),

  /** A system property makes the JVM repeat HTTP requests by itself. Start it without. */
  UNSAFE_JVM(ErrorCategory.USER),

  /**
   * A tool with {@code contract: required} has no contract record of its present policy. Run the
   * contract suite, and commit the record.
   */
  CONTRACT_MISSING(ErrorCategory.USER),

  /** What was asked for by its name does not exist, such as a transaction. Look it up again. */
  NOT_FOUND(ErrorCategory.USER),

  /**
   * The bytes of a record are nothing that this version reads. Gate and executor put such a record
   * aside; who reads topics on request uses the version that wrote it, or passes the record over.
   */
  UNDECODABLE(ErrorCategory.USER),

  /** The schema registry answers, and refuses. Correct its address, credentials or rules. */
  REGISTRY_REFUSED(ErrorCategory.USER),

  /** Kafka does not answer in time. Try again; publishing the same intent again is safe. */
  BROKER_UNAVAILABLE(ErrorCategory.RETRYABLE),

  /** The schema registry does not answer in time. Try again. */
  REGISTRY_UNAVAILABLE(ErrorCategory.RETRYABLE),

  /**
   * This client waits for as many outcomes as it may. Nothing was published; publish again when
   * some have come, or wait for fewer.
   */
  OVERLOADED(ErrorCategory.RETRYABLE),

  /** Something was not ready or not read within its bound. Try again, with more time. */
  TIMED_OUT(ErrorCategory.RETRYABLE),

  /**
   * The calling thread was interrupted, and its flag is set again. What was begun may have
   * happened; publishing the same intent again is safe.
   */
  INTERRUPTED(ErrorCategory.RETRYABLE),

  /** Another instance took over. Reserved: this version recovers by itself and never throws it. */
  FENCED(ErrorCategory.FENCED),

  /** The client or process was closed before. Build or start another one. */
  CLOSED(ErrorCategory.FATAL),

  /**
   * Durable state is not what was written. The process stops before it acts on it; a person must
   * look at what the message names.
   */
  STATE_LOST(ErrorCategory.FATAL),

  /** A defect of ActOnce or of its surroundings. Report it with the log. */
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
