package dev.actonce.core.execution;

import java.time.Instant;

/** What an executor does next with a claim. */
public sealed interface Next {

  /**
   * Call the tool.
   *
   * @param notBefore wall-clock time before which it must not be called
   */
  record Call(Instant notBefore) implements Next {}

  /**
   * Ask the provider whether the effect happened.
   *
   * @param notBefore wall-clock time before which the answer would prove nothing
   */
  record LookUp(Instant notBefore) implements Next {}

  /** Only a settlement can end the doubt; do nothing until it comes. */
  record AwaitSettlement() implements Next {}

  /** The final outcome is known; the claim is released with it. */
  record Finished() implements Next {}
}
