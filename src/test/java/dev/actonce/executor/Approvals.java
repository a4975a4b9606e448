package dev.actonce.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.testing.Intents;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;

/** Approved actions as the gate would write them. */
final class Approvals {
  private Approvals() {}

  /** The first generation of an action; the name makes its key. */
  static ApprovedAction of(String tool, String name) {
    return of(tool, name, Instant.now());
  }

  static ApprovedAction of(String tool, String name, Instant admittedAt) {
    return new ApprovedAction(
        key(name),
        1,
        KeyKind.INTENT,
        new Fingerprint("fp-" + name),
        admittedAt,
        Intents.intent(tool, name, "{\"name\":\"" + name + "\"}"),
        ReplyHash.NONE);
  }

  /** A claim of it that was just committed. */
  static Claim claim(ApprovedAction action) {
    return Claim.fresh(
        action, "claim-1", "one", new Claim.Terms(SafetyClass.KEYED, "default"), Instant.EPOCH, 0);
  }

  static IdempotencyKey key(String name) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return new IdempotencyKey(
          IdempotencyKey.PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
