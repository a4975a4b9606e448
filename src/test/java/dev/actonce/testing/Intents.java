package dev.actonce.testing;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Intents for tests. */
public final class Intents {
  private Intents() {}

  /** A publish of an action with a fresh requestId. */
  public static ActionIntent intent(String action, @Nullable String intentId, String arguments) {
    return intent(action, intentId, arguments, null);
  }

  public static ActionIntent intent(
      String action, @Nullable String intentId, String arguments, @Nullable Instant issuedAt) {
    return ActionIntent.of(
            UUID.randomUUID().toString(),
            new Scope("acme", "session-1", "run-1", "tester"),
            action,
            arguments)
        .withIntentId(intentId)
        .withIssuedAt(issuedAt);
  }

  /** The same wish, published again. */
  public static ActionIntent again(ActionIntent intent) {
    return ActionIntent.of(
            UUID.randomUUID().toString(), intent.scope(), intent.action(), intent.arguments())
        .withIntentId(intent.intentId())
        .withToolCallId(intent.toolCallId())
        .withIssuedAt(intent.issuedAt())
        .withDeadline(intent.deadline())
        .withMetadata(intent.metadata());
  }
}
