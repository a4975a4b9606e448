package dev.actonce.lab.demo;

/** How a publish relates to the first one of its action: the retries that agents really make. */
public enum PublishKind {
  /** The first wish. */
  ORIGINAL,
  /** The SDK sends the same tool call again, byte for byte. */
  SDK_RETRY,
  /** The agent loop calls again, under a new tool call id. */
  NEW_CALL,
  /** A new call whose arguments come in another order. */
  REORDERED,
  /** A new call that spells the amount differently: 149, 149.0, 1.49e2. */
  RESPELT_AMOUNT,
  /** A new call with a re-worded description. */
  REWORDED,
  /** The agent was restarted and plans the same again: a new run, a new call. */
  NEW_RUN
}
