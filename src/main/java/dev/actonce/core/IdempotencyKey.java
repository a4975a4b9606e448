package dev.actonce.core;

/**
 * The identity of an action: {@code v1.} followed by the unpadded base64url SHA-256 of its parts
 * (43 characters). Record keys on all topics are this plain text in UTF-8.
 *
 * @param value the key's text
 */
public record IdempotencyKey(String value) {
  /** Prefix of the canonical form that this version writes. */
  public static final String PREFIX = "v1.";

  private static final int LENGTH = PREFIX.length() + 43;

  /** By character: random letters, compared range by range, would mislead the branch predictor. */
  private static final boolean[] BASE64URL = new boolean[128];

  static {
    for (char c :
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".toCharArray()) {
      BASE64URL[c] = true;
    }
  }

  public IdempotencyKey {
    if (!isWellFormed(value)) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT,
          "not an idempotency key: '"
              + (value.length() > 80 ? value.substring(0, 80) + "..." : value)
              + "'; expected 'v1.' and 43 base64url characters, as printed by 'actonce key'");
    }
  }

  /** Whether the text has the form of a key. */
  public static boolean isWellFormed(String text) {
    if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
      return false;
    }
    boolean wellFormed = true;
    for (int i = PREFIX.length(); i < LENGTH; i++) {
      char c = text.charAt(i);
      wellFormed &= c < BASE64URL.length && BASE64URL[c];
    }
    return wellFormed;
  }

  @Override
  public String toString() {
    return value;
  }
}
