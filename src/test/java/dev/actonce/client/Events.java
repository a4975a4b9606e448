package dev.actonce.client;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.ReplyToken;
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

  /** Of the publish that the tests of a matcher make. */
  static final ReplyHash HASH = new ReplyToken("the secret of this publish").hash();

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

  /** What a publish of its own says of itself, so that its answers repeat it. */
  static About asked(String requestId) {
    return new About(requestId, null, "charge_card", Scope.ofTenant("acme"), null, null, HASH);
  }

  /** The same event as an answer to whoever has the token of this hash; null for an old writer. */
  static OutcomeEvent with(@Nullable ReplyHash hash, OutcomeEvent event) {
    About about = event.about();
    return with(about.withReplyHash(hash), event);
  }

  static OutcomeEvent with(About about, OutcomeEvent event) {
    return new OutcomeEvent(
        event.key(),
        event.generation(),
        about,
        event.status(),
        event.answer(),
        event.history(),
        event.at(),
        event.publisher());
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
        new About(
            requestId, original, "charge_card", Scope.ofTenant("acme"), null, null, ReplyHash.NONE),
        status,
        Answer.result(RESULTS.get(status), null, "advice for " + status),
        History.NONE,
        Instant.ofEpochMilli(0),
        publisher);
  }
}
