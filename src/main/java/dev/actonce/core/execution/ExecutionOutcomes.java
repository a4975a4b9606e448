package dev.actonce.core.execution;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.AnswerLimits;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The events that executors write. */
final class ExecutionOutcomes {
  private static final Next.Finished FINISHED = new Next.Finished();

  private ExecutionOutcomes() {}

  static Decision succeeded(Claim claim, String result, @Nullable String reference, Instant now) {
    String settledBy = claim.state() == Claim.State.CLAIMED ? null : "retry:" + claim.owner();
    return finished(
        claim,
        OutcomeStatus.SUCCEEDED,
        Answer.result(result, reference, Advice.SUCCEEDED),
        settledBy,
        null,
        now);
  }

  static Decision failed(Claim claim, String code, String message, Instant now) {
    return new Decision(claim, FINISHED, failedEvent(claim, code, message, now));
  }

  static OutcomeEvent failedEvent(Claim claim, String code, String message, Instant now) {
    Answer answer = Answer.error(code, message, Advice.FAILED);
    return event(claim, OutcomeStatus.FAILED, answer, null, null, now, now);
  }

  static Decision settledBy(
      Claim claim,
      Settlement.Source source,
      String result,
      @Nullable String reference,
      Instant now) {
    return finished(
        claim,
        OutcomeStatus.SUCCEEDED,
        Answer.result(result, reference, Advice.SUCCEEDED),
        signature(source, claim.owner()),
        null,
        now);
  }

  static Decision settled(Claim claim, Settlement settlement, Instant now) {
    return finished(
        claim,
        OutcomeStatus.SUCCEEDED,
        Answer.result(settlement.result(), settlement.reference(), Advice.SUCCEEDED),
        settlement.signature(),
        settlement.reason(),
        now);
  }

  static Decision notExecuted(
      Claim claim, Settlement.Source source, String by, @Nullable String reason, Instant now) {
    return finished(
        claim,
        OutcomeStatus.FAILED,
        Answer.error("NOT_EXECUTED", "settled as not executed by " + by, Advice.FAILED),
        signature(source, by),
        reason,
        now);
  }

  /** Tells agents of the doubt, unless they know of it. */
  static Decision unknown(Claim claim, ToolPolicy policy, Next next, Doubt reason, Instant now) {
    boolean known = claim.progress().unknownSince() != null;
    if (!known && willRetryAtOnce(claim, next, now)) {
      return new Decision(claim, next, null);
    }
    Claim told = claim.unknown(reason.code(), now);
    if (known) {
      return new Decision(told, next, null);
    }
    Answer answer = Answer.error(reason.code(), reason.message(), Advice.unknown(policy.safety()));
    return new Decision(
        told, next, event(told, OutcomeStatus.UNKNOWN, answer, null, null, null, now));
  }

  /**
   * After a restart a safe retry starts right away; its answer is the first thing worth telling.
   */
  private static boolean willRetryAtOnce(Claim claim, Next next, Instant now) {
    return ExecutionMachine.RECOVERED.equals(claim.progress().reason()) && next.isCallDue(now);
  }

  private static Decision finished(
      Claim claim,
      OutcomeStatus status,
      Answer answer,
      @Nullable String settledBy,
      @Nullable String settledReason,
      Instant now) {
    return new Decision(
        claim, FINISHED, event(claim, status, answer, settledBy, settledReason, now, now));
  }

  private static OutcomeEvent event(
      Claim claim,
      OutcomeStatus status,
      Answer answer,
      @Nullable String settledBy,
      @Nullable String settledReason,
      @Nullable Instant finishedAt,
      Instant now) {
    ActionIntent intent = claim.action().intent();
    return new OutcomeEvent(
        claim.key(),
        claim.action().generation(),
        About.of(intent, claim.action().replyHash()).withOriginal(intent.requestId()),
        status,
        AnswerLimits.answer(answer),
        History.of(claim.progress().attempts())
            .withClaim(claim.claimId())
            .withSettlement(AnswerLimits.name(settledBy), AnswerLimits.text(settledReason))
            .withTimes(claim.action().admittedAt(), finishedAt),
        now,
        Publisher.EXECUTOR);
  }

  private static String signature(Settlement.Source source, String by) {
    return source.name().toLowerCase(Locale.ROOT) + ":" + by;
  }
}
