package dev.actonce.core.gate;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The events that the gate itself writes. */
final class GateAnswers {
  private GateAnswers() {}

  static Verdict inProgress(Arrival arrival, OpenEntry next, DuplicateCause cause) {
    String advice = cause == DuplicateCause.LOOP ? Advice.IN_PROGRESS_LOOP : Advice.IN_PROGRESS;
    OutcomeEvent event =
        event(
            arrival,
            next.original(),
            OutcomeStatus.IN_PROGRESS,
            Answer.of(advice),
            History.of(0)
                .withDuplicates(next.seen().duplicates(), cause)
                .withTimes(next.original().admittedAt(), null));
    return new Verdict(Verdict.Kind.IN_PROGRESS, cause, KeyState.open(next), null, event);
  }

  static Verdict unknown(
      Arrival arrival,
      OpenEntry next,
      OpenEntry.Doubt doubt,
      DuplicateCause cause,
      SafetyClass safety) {
    OutcomeEvent event =
        event(
            arrival,
            next.original(),
            OutcomeStatus.UNKNOWN,
            Answer.error(doubt.code(), null, Advice.unknown(safety)),
            History.of(doubt.attempts())
                .withDuplicates(next.seen().duplicates(), cause)
                .withClaim(doubt.claimId())
                .withTimes(next.original().admittedAt(), null));
    return new Verdict(Verdict.Kind.UNKNOWN, cause, KeyState.open(next), null, event);
  }

  static Verdict alreadyDone(Arrival arrival, MemoryEntry next, DuplicateCause cause) {
    MemoryEntry.Ending ending = next.ending();
    String advice =
        cause == DuplicateCause.LOOP
            ? Advice.ALREADY_DONE_LOOP
            : Advice.alreadyDone(ending.result() != null);
    OutcomeEvent event =
        event(
            arrival,
            next.original(),
            OutcomeStatus.ALREADY_DONE,
            Answer.result(ending.result(), ending.reference(), advice),
            History.of(ending.attempts())
                .withDuplicates(next.seen().duplicates(), cause)
                .withSettlement(ending.settledBy(), null)
                .withTimes(next.original().admittedAt(), ending.finishedAt()));
    return new Verdict(Verdict.Kind.ALREADY_DONE, cause, KeyState.remembered(next), null, event);
  }

  static Verdict conflict(Arrival arrival, KeyState state, Original original) {
    String message =
        "key was used with fingerprint "
            + original.fingerprint()
            + ", this publish has "
            + arrival.derived().fingerprint();
    OutcomeEvent event =
        event(
            arrival,
            original,
            OutcomeStatus.CONFLICT,
            Answer.error("CONFLICT", message, Advice.CONFLICT),
            History.NONE);
    return new Verdict(Verdict.Kind.CONFLICT, null, state, null, event);
  }

  static Verdict rejected(Arrival arrival, KeyState state, Rejection rejection) {
    OutcomeEvent event =
        rejected(arrival.derived().key(), arrival.intent(), rejection, arrival.arrivedAt());
    return new Verdict(Verdict.Kind.REJECTED, null, state, null, event);
  }

  static OutcomeEvent rejected(
      @Nullable IdempotencyKey key, ActionIntent intent, Rejection rejection, Instant at) {
    return new OutcomeEvent(
        key,
        0,
        about(intent, null),
        OutcomeStatus.REJECTED,
        Answer.error(rejection.code().name(), rejection.message(), rejection.advice()),
        History.NONE,
        at,
        Publisher.GATE);
  }

  private static OutcomeEvent event(
      Arrival arrival, Original original, OutcomeStatus status, Answer answer, History history) {
    return new OutcomeEvent(
        arrival.derived().key(),
        original.generation(),
        about(arrival.intent(), original.requestId()),
        status,
        answer,
        history,
        arrival.arrivedAt(),
        Publisher.GATE);
  }

  private static About about(ActionIntent intent, @Nullable String originalRequestId) {
    return About.of(intent, ReplyHash.ofNullable(intent.replyToken()))
        .withOriginal(originalRequestId);
  }
}
