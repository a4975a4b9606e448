package dev.actonce.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What an outcome says of the {@link ReplyToken} of the publish that it answers. Public: it proves
 * whom an outcome answers, and lets nobody answer for it.
 *
 * @param value base64url without padding of the SHA-256 of the token's UTF-8 bytes, 43 characters;
 *     empty when the publish had no token
 */
public record ReplyHash(String value) {
  /** The publish had no token. */
  public static final ReplyHash NONE = new ReplyHash("");

  static ReplyHash of(ReplyToken token) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(token.value().getBytes(StandardCharsets.UTF_8));
      return new ReplyHash(Base64.getUrlEncoder().withoutPadding().encodeToString(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "this JVM has no SHA-256", e);
    }
  }

  /** The hash of the token, if there is one. */
  public static ReplyHash ofNullable(@Nullable ReplyToken token) {
    return token == null ? NONE : token.hash();
  }
}
