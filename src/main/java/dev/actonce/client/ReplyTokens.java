package dev.actonce.client;

import dev.actonce.core.ReplyToken;
import java.security.SecureRandom;
import java.util.Base64;

/** Makes reply tokens. Thread-safe. */
final class ReplyTokens {
  private static final int TOKEN_BYTES = 16;

  private final SecureRandom random = new SecureRandom();

  /** A new token of 128 random bits, in base64url. */
  ReplyToken next() {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    return new ReplyToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }
}
