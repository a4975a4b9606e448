package dev.actonce.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;

/** Approved actions, as the gate would dispatch them. */
public final class Approved {
  private Approved() {}

  /** The first generation of an action whose arguments hold its name. */
  public static ApprovedAction action(String tool, String name) {
    return new ApprovedAction(
        key(name),
        1,
        KeyKind.INTENT,
        new Fingerprint("fp-" + name),
        Instant.now(),
        Intents.intent(tool, name, "{\"name\":\"" + name + "\",\"amount\":149.00}"),
        ReplyHash.NONE);
  }

  private static IdempotencyKey key(String name) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return new IdempotencyKey(
          "v1." + Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
