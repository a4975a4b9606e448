package dev.actonce.client;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Outcome events as gate and executor write them. */
final class Events {
  static final IdempotencyKey KEY = key('k');

  /** What the gate answers to a publish; others are written by executors for the admitted one. */
  private static final Map<OutcomeStatus, String> RESULTS =
      Map.of(OutcomeStatus.SUCCEEDED, "{\"ok\":true}", OutcomeStatus.ALREADY_DONE, "{\"ok\":true}");

  private Events() {}

  static IdempotencyKey key(char fill) {
    return new IdempotencyKey(IdempotencyKey.PREFIX + String.valueOf(fill).repeat(43));
  }

  /** The executor's event about the admitted publish. */
  static OutcomeEvent executor(OutcomeStatus status, int generation, String requestId) {
    return executor(KEY, status, generation, requestId);
  }

  static OutcomeEvent executor(
      IdempotencyKey key, OutcomeStatus status, int generation, String requestId) {
    return event(key, status, generation, requestId, requestId, Publisher.EXECUTOR);
  }

  /** The gate's answer to a duplicate of the admitted publish. */
  static OutcomeEvent gate(
      OutcomeStatus status, int generation, String requestId, String original) {
    return gate(KEY, status, generation, requestId, original);
  }

  static OutcomeEvent gate(
      IdempotencyKey key, OutcomeStatus status, int generation, String requestId, String original) {
    return event(key, status, generation, requestId, original, Publisher.GATE);
  }

  /** The gate's refusal of an intent without a key. */
  static OutcomeEvent refusal(String requestId) {
    return event(null, OutcomeStatus.REJECTED, 0, requestId, null, Publisher.GATE);
  }

  private static OutcomeEvent event(
      @Nullable IdempotencyKey key,
      OutcomeStatus status,
      int generation,
      String requestId,
      @Nullable String original,
      Publisher publisher) {
    return new OutcomeEvent(
        key,
        generation,
        new About(requestId, original, "charge_card", Scope.ofTenant("acme"), null, null),
        status,
        new Answer(RESULTS.get(status), null, null, null, "advice for " + status),
        History.NONE,
        Instant.ofEpochMilli(0),
        publisher);
  }
}
