package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One publish of an agent, with short ways to vary it. */
record Publish(
    String requestId,
    @Nullable String run,
    @Nullable String intentId,
    @Nullable String toolCallId,
    String arguments,
    @Nullable Instant issuedAt,
    @Nullable Instant deadline) {
  static final String ACTION = "charge_card";
  static final String ARGUMENTS = "{\"amount\":149,\"card\":\"4242-secret\"}";

  static Publish of(String requestId) {
    return new Publish(requestId, "run-1", "inv-7", "call-1", ARGUMENTS, null, null);
  }

  Publish inRun(@Nullable String newRun) {
    return new Publish(requestId, newRun, intentId, toolCallId, arguments, issuedAt, deadline);
  }

  Publish asCall(@Nullable String newCall) {
    return new Publish(requestId, run, intentId, newCall, arguments, issuedAt, deadline);
  }

  Publish with(String newArguments) {
    return new Publish(requestId, run, intentId, toolCallId, newArguments, issuedAt, deadline);
  }

  Publish issued(Instant at) {
    return new Publish(requestId, run, intentId, toolCallId, arguments, at, deadline);
  }

  Publish until(Instant end) {
    return new Publish(requestId, run, intentId, toolCallId, arguments, issuedAt, end);
  }

  ActionIntent intent() {
    return ActionIntent.of(
            requestId, new Scope("acme", "session-1", run, "agent"), ACTION, arguments)
        .withIntentId(intentId)
        .withToolCallId(toolCallId)
        .withIssuedAt(issuedAt)
        .withDeadline(deadline);
  }
}
