package dev.actonce.wire;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.About;
import dev.actonce.core.outcome.OutcomeEvent.Answer;
import dev.actonce.core.outcome.OutcomeEvent.History;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.wire.avro.Publisher;
import org.jspecify.annotations.Nullable;

/** Avro ⇄ core for outcome events. */
final class OutcomeMapping {
  private OutcomeMapping() {}

  static dev.actonce.wire.avro.OutcomeEvent toAvro(OutcomeEvent event) {
    dev.actonce.wire.avro.OutcomeEvent avro = new dev.actonce.wire.avro.OutcomeEvent();
    IdempotencyKey key = event.key();
    avro.setKey(key == null ? null : key.value());
    avro.setGeneration(event.generation());
    avro.setStatus(Enums.sameName(dev.actonce.wire.avro.OutcomeStatus.class, event.status()));
    avro.setAt(event.at());
    avro.setPublisher(Enums.sameName(Publisher.class, event.publisher()));
    about(avro, event.about());
    answer(avro, event.answer());
    history(avro, event.history());
    return avro;
  }

  static OutcomeEvent fromAvro(dev.actonce.wire.avro.OutcomeEvent avro) {
    String key = avro.getKey();
    String hash = avro.getReplyHash();
    return new OutcomeEvent(
        key == null ? null : new IdempotencyKey(key),
        avro.getGeneration(),
        new About(
            avro.getRequestId(),
            avro.getOriginalRequestId(),
            avro.getAction(),
            IntentMapping.scopeFromAvro(avro.getScope()),
            avro.getIntentId(),
            avro.getToolCallId(),
            hash == null ? null : new ReplyHash(hash)),
        Enums.sameName(OutcomeStatus.class, avro.getStatus()),
        new Answer(
            avro.getResult(),
            avro.getReference(),
            avro.getErrorCode(),
            avro.getErrorMessage(),
            avro.getAdvice()),
        new History(
            avro.getAttempts(),
            avro.getDuplicates(),
            cause(avro.getCause()),
            avro.getClaimId(),
            avro.getSettledBy(),
            avro.getSettledReason(),
            avro.getAdmittedAt(),
            avro.getFinishedAt()),
        avro.getAt(),
        Enums.sameName(OutcomeEvent.Publisher.class, avro.getPublisher()));
  }

  /**
   * {@link #fromAvro} of a record whose writer leaves out what is empty: one without a hash answers
   * a publish without a token.
   */
  static OutcomeEvent fromShortened(dev.actonce.wire.avro.OutcomeEvent avro) {
    if (avro.getReplyHash() == null) {
      avro.setReplyHash(ReplyHash.NONE.value());
    }
    return fromAvro(avro);
  }

  private static void about(dev.actonce.wire.avro.OutcomeEvent avro, About about) {
    avro.setRequestId(about.requestId());
    avro.setOriginalRequestId(about.originalRequestId());
    avro.setAction(about.action());
    avro.setScope(IntentMapping.scopeToAvro(about.scope()));
    avro.setIntentId(about.intentId());
    avro.setToolCallId(about.toolCallId());
    ReplyHash hash = about.replyHash();
    avro.setReplyHash(hash == null ? null : hash.value());
  }

  private static void answer(dev.actonce.wire.avro.OutcomeEvent avro, Answer answer) {
    avro.setResult(answer.result());
    avro.setReference(answer.reference());
    avro.setErrorCode(answer.errorCode());
    avro.setErrorMessage(answer.errorMessage());
    avro.setAdvice(answer.advice());
  }

  private static void history(dev.actonce.wire.avro.OutcomeEvent avro, History history) {
    DuplicateCause cause = history.cause();
    avro.setAttempts(history.attempts());
    avro.setDuplicates(history.duplicates());
    avro.setCause(
        cause == null ? null : Enums.sameName(dev.actonce.wire.avro.DuplicateCause.class, cause));
    avro.setClaimId(history.claimId());
    avro.setSettledBy(history.settledBy());
    avro.setSettledReason(history.settledReason());
    avro.setAdmittedAt(history.admittedAt());
    avro.setFinishedAt(history.finishedAt());
  }

  private static @Nullable DuplicateCause cause(
      dev.actonce.wire.avro.@Nullable DuplicateCause cause) {
    return cause == null || cause == dev.actonce.wire.avro.DuplicateCause.UNSPECIFIED
        ? null
        : Enums.sameName(DuplicateCause.class, cause);
  }
}
