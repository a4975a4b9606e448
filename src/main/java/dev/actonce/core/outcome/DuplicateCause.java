package dev.actonce.core.outcome;

/** What kind of retry a duplicate was; the {@code cause} label of DAR. */
public enum DuplicateCause {
  /** The same tool call of the same run, sent again (SDK or transport retry). */
  SAME_CALL,
  /** The same action under a new tool call id (the agent loop tried again). */
  NEW_CALL,
  /** The same action from another run (the agent was restarted or replayed). */
  NEW_RUN,
  /** The agent keeps asking; more than a few duplicates of one key. */
  LOOP
}
