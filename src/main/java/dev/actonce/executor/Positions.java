package dev.actonce.executor;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The durable dispatch position that each transaction writes to the claims topic beside the group's
 * offsets. Group offsets can expire or be reset; a position in the claims topic cannot, so a
 * finished action is never executed again because its offset was forgotten.
 */
final class Positions {
  /** Record key on the claims topic; no idempotency key has this form. */
  static final byte[] KEY = "position".getBytes(StandardCharsets.UTF_8);

  private static final String KEY_TEXT = "position";

  private Positions() {}

  static boolean isPosition(byte @Nullable [] key) {
    return key != null && KEY_TEXT.equals(new String(key, StandardCharsets.UTF_8));
  }

  static byte[] encode(long nextOffset) {
    return Long.toString(nextOffset).getBytes(StandardCharsets.UTF_8);
  }

  static long decode(byte[] value) {
    return Long.parseLong(new String(value, StandardCharsets.UTF_8));
  }
}
