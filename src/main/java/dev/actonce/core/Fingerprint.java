package dev.actonce.core;

/**
 * Hash of the fields that make an action the same action: unpadded base64url SHA-256. Reveals
 * nothing of the arguments, so it may be shown in a conflict.
 *
 * @param value the hash's text
 */
public record Fingerprint(String value) {
  public Fingerprint {
    if (value.isEmpty()) {
      throw new ActOnceException(ErrorCode.INVALID_INTENT, "a fingerprint must not be empty");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
