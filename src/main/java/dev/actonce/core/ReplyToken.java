package dev.actonce.core;

import org.jspecify.annotations.Nullable;

/**
 * The secret of one publish. Its publisher alone can show it, so an outcome that carries its {@link
 * #hash} answers this publish and no other that goes by the same requestId. It stands in intents
 * only; outcomes, approvals and claims have the hash.
 *
 * @param value any text with at least 128 random bits, never empty
 */
public record ReplyToken(String value) {
  public ReplyToken {
    if (value.isEmpty()) {
      throw new ActOnceException(ErrorCode.INVALID_INTENT, "a reply token must not be empty");
    }
  }

  /** The token of a text; null for none, which an empty text is too. */
  public static @Nullable ReplyToken ofNullable(@Nullable String text) {
    return text == null || text.isEmpty() ? null : new ReplyToken(text);
  }

  /** What outcomes carry in its place. */
  public ReplyHash hash() {
    return ReplyHash.of(this);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "ReplyToken[hash=" + hash().value() + "]";
  }
}
