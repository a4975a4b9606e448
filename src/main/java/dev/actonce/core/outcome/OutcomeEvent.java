package dev.actonce.core.outcome;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happened to an action, as one publish of it is told.
 *
 * @param key the action's identity; null when none could be derived
 * @param generation which admission of the key; 0 when nothing was admitted
 * @param about which publish the event answers
 * @param status what happened
 * @param answer result or error, with advice
 * @param history counters and times
 * @param at when the event was written
 * @param publisher which component wrote it
 */
public record OutcomeEvent(
    @Nullable IdempotencyKey key,
    int generation,
    About about,
    OutcomeStatus status,
    Answer answer,
    History history,
    Instant at,
    Publisher publisher) {

  /** The same about another publish. */
  public OutcomeEvent withAbout(About other) {
    return new OutcomeEvent(key, generation, other, status, answer, history, at, publisher);
  }

  /** The same with another answer. */
  public OutcomeEvent withAnswer(Answer other) {
    return new OutcomeEvent(key, generation, about, status, other, history, at, publisher);
  }

  /** The same with another history. */
  public OutcomeEvent withHistory(History other) {
    return new OutcomeEvent(key, generation, about, status, answer, other, at, publisher);
  }

  /** Which component wrote an event. */
  public enum Publisher {
    GATE,
    EXECUTOR
  }

  /**
   * Which publish an event answers.
   *
   * @param requestId the publish that is answered
   * @param originalRequestId the publish that was admitted, when known
   * @param action the tool
   * @param scope who asked
   * @param intentId as published
   * @param toolCallId as published
   * @param replyHash proves whom it answers; null if its writer is too old to know of it
   */
  public record About(
      String requestId,
      @Nullable String originalRequestId,
      String action,
      Scope scope,
      @Nullable String intentId,
      @Nullable String toolCallId,
      @Nullable ReplyHash replyHash) {
    /** A publish itself; which one was admitted is not said. */
    public static About of(ActionIntent intent, @Nullable ReplyHash replyHash) {
      return new About(
          intent.requestId(),
          null,
          intent.action(),
          intent.scope(),
          intent.intentId(),
          intent.toolCallId(),
          replyHash);
    }

    /** The same with the publish that was admitted. */
    public About withOriginal(@Nullable String admittedRequestId) {
      return new About(
          requestId, admittedRequestId, action, scope, intentId, toolCallId, replyHash);
    }

    /** The same with another proof of whom it answers. */
    public About withReplyHash(@Nullable ReplyHash hash) {
      return new About(requestId, originalRequestId, action, scope, intentId, toolCallId, hash);
    }

    /** Of the same action, for a later publish of it: this one becomes the original. */
    public About forDuplicate(String duplicateRequestId, @Nullable ReplyHash hash) {
      return new About(duplicateRequestId, requestId, action, scope, intentId, toolCallId, hash);
    }
  }

  /**
   * Result or error.
   *
   * @param result JSON of the tool, for SUCCEEDED and ALREADY_DONE
   * @param reference the provider's reference
   * @param errorCode machine-readable reason
   * @param errorMessage reason for people
   * @param advice one sentence that a language model can act on
   */
  public record Answer(
      @Nullable String result,
      @Nullable String reference,
      @Nullable String errorCode,
      @Nullable String errorMessage,
      String advice) {
    /** Neither result nor error. */
    public static Answer of(String advice) {
      return new Answer(null, null, null, null, advice);
    }

    /** What the tool answered. */
    public static Answer result(
        @Nullable String result, @Nullable String reference, String advice) {
      return new Answer(result, reference, null, null, advice);
    }

    /** Why there is no result. */
    public static Answer error(@Nullable String code, @Nullable String message, String advice) {
      return new Answer(null, null, code, message, advice);
    }

    /** The same with another result. */
    public Answer withResult(@Nullable String other) {
      return new Answer(other, reference, errorCode, errorMessage, advice);
    }

    /** The same with another advice. */
    public Answer withAdvice(String other) {
      return new Answer(result, reference, errorCode, errorMessage, other);
    }
  }

  /**
   * Counters and times.
   *
   * @param attempts calls made to the tool
   * @param duplicates duplicates blocked so far
   * @param cause what kind of retry this duplicate was; null when it is none
   * @param claimId live claim; a settlement must name it
   * @param settledBy {@code source:person} of the settlement that ended a doubt
   * @param settledReason why it was settled so
   * @param admittedAt arrival time of the admitted intent
   * @param finishedAt when the final outcome was known
   */
  public record History(
      int attempts,
      long duplicates,
      @Nullable DuplicateCause cause,
      @Nullable String claimId,
      @Nullable String settledBy,
      @Nullable String settledReason,
      @Nullable Instant admittedAt,
      @Nullable Instant finishedAt) {
    /** Nothing happened yet. */
    public static final History NONE = new History(0, 0, null, null, null, null, null, null);

    /** Of this many calls, and nothing else yet. */
    public static History of(int attempts) {
      return new History(attempts, 0, null, null, null, null, null, null);
    }

    /**
     * The same with the blocked duplicates.
     *
     * @param kind of the latest one; null if this event answers none
     */
    public History withDuplicates(long blocked, @Nullable DuplicateCause kind) {
      return new History(
          attempts, blocked, kind, claimId, settledBy, settledReason, admittedAt, finishedAt);
    }

    /** The same with the live claim. */
    public History withClaim(@Nullable String id) {
      return new History(
          attempts, duplicates, cause, id, settledBy, settledReason, admittedAt, finishedAt);
    }

    /** The same with how a doubt ended. */
    public History withSettlement(@Nullable String by, @Nullable String reason) {
      return new History(attempts, duplicates, cause, claimId, by, reason, admittedAt, finishedAt);
    }

    /** The same with times. */
    public History withTimes(@Nullable Instant admitted, @Nullable Instant finished) {
      return new History(
          attempts, duplicates, cause, claimId, settledBy, settledReason, admitted, finished);
    }
  }
}
