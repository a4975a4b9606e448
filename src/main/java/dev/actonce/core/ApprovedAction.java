package dev.actonce.core;

import java.time.Instant;

/**
 * An intent that the gate admitted. Executors perform it once per generation.
 *
 * @param key the action's identity
 * @param generation 1 for the first admission; each deliberate retry of a FAILED action, and each
 *     repeat after the horizon, is the next
 * @param keyKind how the key was derived
 * @param fingerprint hash of the identity fields
 * @param admittedAt arrival time of the admitted intent
 * @param intent the intent as published, without its reply token
 * @param replyHash what its outcomes carry in place of the token
 */
public record ApprovedAction(
    IdempotencyKey key,
    int generation,
    KeyKind keyKind,
    Fingerprint fingerprint,
    Instant admittedAt,
    ActionIntent intent,
    ReplyHash replyHash) {
  public ApprovedAction {
    if (generation < 1) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT, "generation must be at least 1, got " + generation);
    }
    intent = intent.withReplyToken(null);
  }

  /** The same with another form of its intent. */
  public ApprovedAction withIntent(ActionIntent other) {
    return new ApprovedAction(key, generation, keyKind, fingerprint, admittedAt, other, replyHash);
  }

  /** The idempotency key that the provider sees: the same for every attempt of one generation. */
  public String providerKey() {
    return key.value() + "/" + generation;
  }
}
