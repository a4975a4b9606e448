package dev.actonce.core.key;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * Hashes parts so that no two lists of parts feed the hash the same bytes: each part is the length
 * of its UTF-8 as four bytes, big-endian, then the UTF-8; an absent part is four bytes 0xFF.
 * Confined to one call.
 */
final class PartsHash {
  private static final int ABSENT = -1;
  private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

  private final MessageDigest digest;
  private final byte[] length = new byte[Integer.BYTES];

  PartsHash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, "this JVM has no SHA-256; use one with the standard providers", e);
    }
  }

  /** Unpadded base64url SHA-256 of the parts: 43 characters. */
  String hash(List<KeyPart> parts) {
    for (KeyPart part : parts) {
      byte[] utf8 = part.utf8();
      if (utf8 == null) {
        length(ABSENT);
      } else {
        length(utf8.length);
        digest.update(utf8);
      }
    }
    return BASE64URL.encodeToString(digest.digest());
  }

  private void length(int value) {
    length[0] = (byte) (value >>> 24);
    length[1] = (byte) (value >>> 16);
    length[2] = (byte) (value >>> 8);
    length[3] = (byte) value;
    digest.update(length);
  }
}
