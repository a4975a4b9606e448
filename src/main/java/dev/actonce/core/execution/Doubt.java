package dev.actonce.core.execution;

import org.jspecify.annotations.Nullable;

/**
 * What a doubt is about.
 *
 * @param code machine-readable reason, upper snake case
 * @param message reason for people; null where nobody said one
 */
record Doubt(String code, @Nullable String message) {
  /** An earlier owner may have made a call that nobody heard of. */
  static final Doubt RECOVERED = new Doubt(ExecutionMachine.RECOVERED, null);
}
