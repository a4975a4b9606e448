package dev.actonce.bench;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Gate;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.gate.KeyUpdate;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** One action of a billing agent, in all the forms that it takes on its way. */
public final class Examples {
  /** The tool. */
  public static final String ACTION = "create_invoice";

  /** Where the executor reads its approval. */
  private static final long OFFSET = 1_000_000;

  /** When the first publish arrives. */
  public static final Instant ARRIVED_AT = Instant.parse("2026-01-02T03:04:05.678Z");

  /** The tool's policy: keyed, with all defaults. */
  public static final ToolPolicy POLICY = ToolPolicy.of(ACTION, SafetyClass.KEYED);

  private static final Duration LEASE = Duration.ofSeconds(30);

  private Examples() {}

  /** The first publish of an action, with arguments of 1,024 bytes. */
  public static ActionIntent intent() {
    return intent("req-5b0c7f0e-9a64-4f3c-8a51-2d7e6c1b9f01");
  }

  private static ActionIntent intent(String requestId) {
    return ActionIntent.of(
            requestId,
            new Scope("acme", "session-8d2f4c", "run-0017", "billing-agent"),
            ACTION,
            Document.UNICODE.text())
        .withIntentId("order-2512292042")
        .withToolCallId("call_Zk3vQ9x1TtYb")
        .withIssuedAt(ARRIVED_AT.minusMillis(40))
        .withDeadline(ARRIVED_AT.plusSeconds(600))
        .withMetadata(Map.of("team", "billing", "trace", "00-4bf92f3577b34da6a3ce929d0e0e4736-01"));
  }

  private static Arrival first() {
    return arrival(intent(), 0);
  }

  /** A retry of the same action, two seconds later. */
  public static Arrival retry() {
    return arrival(intent("req-c0ffee00-1111-4222-8333-444455556666"), 2);
  }

  /** The first publish, admitted. */
  public static ApprovedAction approvedAction() {
    return Objects.requireNonNull(admitted().dispatch());
  }

  /** The live claim of its only call. */
  public static Claim claim() {
    return new Claim(
        approvedAction(),
        "executor-7f6d9c/3/1000017",
        "executor-7f6d9c",
        Claim.Terms.of(POLICY),
        Claim.State.CLAIMED,
        new Claim.Progress(1, 0, null, null),
        ARRIVED_AT.plusMillis(9),
        OFFSET);
  }

  /** What the executor tells of the call. */
  public static OutcomeEvent outcome() {
    ActionResult succeeded =
        new ActionResult.Succeeded(
            "{\"id\":\"in_1PqkR2\",\"status\":\"open\",\"total\":149050}", "in_1PqkR2");
    return Objects.requireNonNull(
        new ExecutionMachine(LEASE)
            .onResult(claim(), POLICY, succeeded, ARRIVED_AT.plusMillis(350), 0)
            .outcome());
  }

  /** What the gate keeps between the two. */
  public static OpenEntry openEntry() {
    return Objects.requireNonNull(admitted().next().open());
  }

  /** What the gate keeps afterwards. */
  public static MemoryEntry memoryEntry() {
    KeyState open = admitted().next();
    return Objects.requireNonNull(
        KeyUpdate.apply(outcome(), open, POLICY, ARRIVED_AT.plusMillis(360)).next().memory());
  }

  private static Verdict admitted() {
    return Gate.decide(first(), KeyState.NONE, POLICY);
  }

  private static Arrival arrival(ActionIntent intent, int secondsLater) {
    return new Arrival(intent, derived(intent), ARRIVED_AT.plusSeconds(secondsLater));
  }

  private static Derivation.Derived derived(ActionIntent intent) {
    return KeyDeriver.derive(intent, KeyPolicy.AUTO)
        .match(
            derived -> derived,
            underivable -> {
              throw new IllegalStateException(underivable.message());
            });
  }
}
