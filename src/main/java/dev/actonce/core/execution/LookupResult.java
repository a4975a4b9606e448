package dev.actonce.core.execution;

import org.jspecify.annotations.Nullable;

/** What a look-up at the provider proved. */
public sealed interface LookupResult {

  /**
   * The effect is there.
   *
   * @param result what was found, as JSON text
   * @param reference the provider's reference
   */
  record Found(String result, @Nullable String reference) implements LookupResult {}

  /** The provider answered properly that there is no such effect. Proof only after its lag. */
  record Absent() implements LookupResult {}

  /**
   * The look-up itself failed; it proves nothing.
   *
   * @param message reason for people
   */
  record Inconclusive(String message) implements LookupResult {}
}
