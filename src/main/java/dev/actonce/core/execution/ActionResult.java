package dev.actonce.core.execution;

import org.jspecify.annotations.Nullable;

/** What one call to a tool proved: three results, never two. */
public sealed interface ActionResult {

  /**
   * The effect happened.
   *
   * @param result the tool's answer as JSON text
   * @param reference the provider's reference, such as a charge id
   */
  record Succeeded(String result, @Nullable String reference) implements ActionResult {}

  /**
   * The effect surely did not happen, by proof: connection refused, a status that the policy lists,
   * and the like.
   *
   * @param code machine-readable reason, upper snake case
   * @param message reason for people
   * @param retry whether another call may help
   */
  record Failed(String code, String message, Retry retry) implements ActionResult {}

  /**
   * The effect may have happened.
   *
   * @param code machine-readable reason, upper snake case
   * @param message reason for people
   * @param heard whether the provider answered at all
   */
  record Unknown(String code, String message, Heard heard) implements ActionResult {
    /** Nothing was heard of the provider that would matter. */
    public Unknown(String code, String message) {
      this(code, message, Heard.NOTHING);
    }
  }

  /** What was heard of a provider whose call is in doubt. */
  enum Heard {
    /** Nothing, or nothing that tells about its idempotency key. */
    NOTHING,
    /** An error (5xx). Whether its key covers a retry is up to the provider. */
    AN_ERROR
  }

  /** Whether another call may help after a proof of failure. */
  enum Retry {
    /** Temporary: connection refused, 429. */
    LATER,
    /** Lasting: the provider refused this very request. */
    NEVER
  }
}
