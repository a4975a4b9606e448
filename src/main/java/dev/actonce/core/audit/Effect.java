package dev.actonce.core.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One effect as a provider's export tells it. It has a key or a reference.
 *
 * @param line where it stands in the export, from 1
 * @param key the idempotency key as the provider saw it
 * @param reference the provider's name of the effect
 * @param action the tool, if the export knows it
 * @param at when it happened, if the export says so
 */
public record Effect(
    long line,
    @Nullable String key,
    @Nullable String reference,
    @Nullable String action,
    @Nullable Instant at) {
  public Effect {
    if (key == null && reference == null) {
      throw new IllegalArgumentException("line " + line + " has neither key nor reference");
    }
  }
}
