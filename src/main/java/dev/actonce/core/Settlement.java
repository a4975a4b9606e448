package dev.actonce.core;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Ends a doubt: says what really happened to an action whose answer was lost.
 *
 * @param key the action
 * @param claimId applied only if this is the live claim
 * @param generation applied only to this generation of the key, and so to one provider key; null
 *     leaves it to the claim, which evidence must not
 * @param verdict what happened
 * @param result JSON, for SUCCEEDED
 * @param reference the provider's reference, for SUCCEEDED
 * @param source where the knowledge comes from
 * @param by person or instance that vouches
 * @param reason why
 * @param at when it was written
 */
public record Settlement(
    IdempotencyKey key,
    String claimId,
    @Nullable Integer generation,
    Verdict verdict,
    @Nullable String result,
    @Nullable String reference,
    Source source,
    String by,
    @Nullable String reason,
    Instant at) {
  /** What really happened. */
  public enum Verdict {
    SUCCEEDED,
    NOT_EXECUTED
  }

  /** Where the knowledge comes from. */
  public enum Source {
    /** A person. */
    OPERATOR,
    /** An executor that lost its partition while the answer was on its way. */
    EVIDENCE,
    /** The provider, asked afterwards. */
    LOOKUP
  }

  public Settlement {
    if (by.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT, "a settlement of key " + key + " must say who vouches for it");
    }
  }

  /**
   * A settlement of a claim, without an answer or a reason yet.
   *
   * @param claimId applied only if this is the live claim, whatever its generation
   */
  public static Settlement of(
      IdempotencyKey key, String claimId, Verdict verdict, Source source, String by, Instant at) {
    return new Settlement(key, claimId, null, verdict, null, null, source, by, null, at);
  }

  /** The same for only this generation of the key. */
  public Settlement ofGeneration(int number) {
    return new Settlement(key, claimId, number, verdict, result, reference, source, by, reason, at);
  }

  /** The same with what the provider answered. */
  public Settlement withAnswer(@Nullable String json, @Nullable String providerReference) {
    return new Settlement(
        key, claimId, generation, verdict, json, providerReference, source, by, reason, at);
  }

  /** The same with a reason. */
  public Settlement because(@Nullable String why) {
    return new Settlement(
        key, claimId, generation, verdict, result, reference, source, by, why, at);
  }

  /** Audit text for outcomes: {@code source:by}. */
  public String signature() {
    return source.name().toLowerCase(Locale.ROOT) + ":" + by;
  }
}
