package dev.actonce.core.outcome;

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
      @Nullable ReplyHash replyHash) {}

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
      String advice) {}

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
  }
}
