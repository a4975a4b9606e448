package dev.actonce.core.outcome;

/** What an agent is told about its action. */
public enum OutcomeStatus {
  /** The effect happened, and this publish or generation caused it. Final. */
  SUCCEEDED,
  /** The effect surely did not happen. Final for the generation; publishing again tries again. */
  FAILED,
  /** The effect may have happened. The key stays pinned until it is settled. */
  UNKNOWN,
  /** The effect happened earlier; the event carries the original result. */
  ALREADY_DONE,
  /** The original is still being worked on. */
  IN_PROGRESS,
  /** The same key was used before with another payload. Nothing was executed. */
  CONFLICT,
  /** The intent was refused. Nothing was claimed or executed. */
  REJECTED;

  /** Whether an agent that reads this status need not wait any longer. */
  public boolean isFinal() {
    return this != UNKNOWN && this != IN_PROGRESS;
  }
}
