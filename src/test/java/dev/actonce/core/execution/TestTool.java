package dev.actonce.core.execution;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One tool per way out of a doubt, and claims of it. */
enum TestTool {
  READ_ONLY(SafetyClass.READ_ONLY, null),
  IDEMPOTENT(SafetyClass.IDEMPOTENT, null),
  KEYED(SafetyClass.KEYED, null),
  KEYED_LOOKUP(SafetyClass.KEYED, Duration.ofSeconds(5)),
  LOOKUP(SafetyClass.LOOKUP, Duration.ofSeconds(5)),
  UNSAFE(SafetyClass.UNSAFE, null);

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final Duration LEASE = Duration.ofSeconds(10);
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
  static final Duration KEY_TTL = Duration.ofHours(24);
  static final int ATTEMPTS = 4;
  static final IdempotencyKey KEY = new IdempotencyKey("v1." + "k".repeat(43));
  static final ExecutionMachine MACHINE = new ExecutionMachine(LEASE);

  private final SafetyClass safety;
  private final @Nullable Duration lookupLag;

  TestTool(SafetyClass safety, @Nullable Duration lookupLag) {
    this.safety = safety;
    this.lookupLag = lookupLag;
  }

  static Instant at(long ms) {
    return START.plusMillis(ms);
  }

  boolean hasLookup() {
    return lookupLag != null;
  }

  ToolPolicy policy() {
    return policy(ATTEMPTS, KEY_TTL);
  }

  ToolPolicy policy(int attempts, Duration keyTtl) {
    RetryPolicy retry = new RetryPolicy(attempts, Duration.ofMillis(200), Duration.ofSeconds(10));
    return new ToolPolicy(
        "charge_card",
        safety,
        KeyPolicy.AUTO,
        ToolPolicy.Memory.DEFAULT,
        new ToolPolicy.Execution(retry, CALL_TIMEOUT, 32, keyTtl, lookupLag),
        "test-policy");
  }

  /** A claim right after its commit. */
  static Claim claim(@Nullable Instant deadline) {
    ActionIntent intent =
        ActionIntent.of("request-1", Scope.ofTenant("acme"), "charge_card", "{\"amount\":149}")
            .withIntentId("inv-7")
            .withDeadline(deadline);
    ApprovedAction action =
        new ApprovedAction(
            KEY, 1, KeyKind.INTENT, new Fingerprint("print"), START, intent, ReplyHash.NONE);
    return Claim.fresh(
        action, "claim-1", "worker-1", new Claim.Terms(SafetyClass.KEYED, "test-policy"), START, 7);
  }

  static Claim claim() {
    return claim(null);
  }

  static Settlement settlement(
      Settlement.Verdict verdict, Settlement.Source source, String claimId) {
    boolean succeeded = verdict == Settlement.Verdict.SUCCEEDED;
    return Settlement.of(KEY, claimId, verdict, source, "ann", START)
        .ofGeneration(1)
        .withAnswer(succeeded ? "{\"charge\":\"ch_1\"}" : null, succeeded ? "ch_1" : null)
        .because("seen in the dashboard");
  }
}
