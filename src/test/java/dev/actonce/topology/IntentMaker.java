package dev.actonce.topology;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes intents of one action that differ in what a test is about. */
record IntentMaker(
    String action,
    String arguments,
    @Nullable String intentId,
    @Nullable Instant issuedAt,
    @Nullable Instant deadline) {
  IntentMaker(String action, String arguments) {
    this(action, arguments, null, null, null);
  }

  IntentMaker intentId(String id) {
    return new IntentMaker(action, arguments, id, issuedAt, deadline);
  }

  IntentMaker issuedAt(Instant at) {
    return new IntentMaker(action, arguments, intentId, at, deadline);
  }

  IntentMaker deadline(Instant at) {
    return new IntentMaker(action, arguments, intentId, issuedAt, at);
  }

  /** One publish; each has its own requestId. */
  ActionIntent publish(String requestId) {
    return ActionIntent.of(requestId, new Scope("acme", "s1", "run-1", "bot"), action, arguments)
        .withIntentId(intentId)
        .withToolCallId("call-1")
        .withIssuedAt(issuedAt)
        .withDeadline(deadline);
  }
}
