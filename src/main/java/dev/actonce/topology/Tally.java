package dev.actonce.topology;

import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the gate did, in the same transaction, so that rates are exact across crashes and
 * rebalances. Confined to the stream thread.
 */
final class Tally {
  private final KeyValueStore<String, Long> counts;

  Tally(ProcessingContext context) {
    this(context, GateStores.TALLY);
  }

  /**
   * @param store where the counts are
   */
  Tally(ProcessingContext context, String store) {
    this.counts = context.getStateStore(store);
  }

  /** Who did what; both empty where they are not counted by name. */
  record Subject(String action, String tenant) {
    TallyLine line(String what, String detail) {
      return new TallyLine(action, what, detail, tenant);
    }
  }

  /** Counts a verdict; a re-read of the same record was counted before. */
  void verdict(Subject subject, Verdict verdict) {
    if (verdict.kind() == Verdict.Kind.REPLAYED) {
      return;
    }
    DuplicateCause cause = verdict.cause();
    String detail = cause == null ? "" : cause.name();
    if (verdict.kind() == Verdict.Kind.REJECTED && verdict.outcome() != null) {
      detail = text(verdict.outcome().answer().errorCode());
    }
    add(subject.line(verdict.kind().name(), detail));
  }

  /** Counts an intent that was refused before its key was looked at. */
  void refused(Subject subject, OutcomeEvent outcome) {
    String code = text(outcome.answer().errorCode());
    add(subject.line(Verdict.Kind.REJECTED.name(), code));
  }

  /** Counts an executor's event. */
  void outcome(Subject subject, OutcomeStatus status) {
    add(subject.line(TallyLine.OUTCOME, status.name()));
  }

  /** Counts the end of a doubt. */
  void settled(String action, Doubts.Source source) {
    add(new TallyLine(action, TallyLine.SETTLED, source.name()));
  }

  void rerouted(String action) {
    add(new TallyLine(action, TallyLine.REROUTED, ""));
  }

  void suspected(String action) {
    add(new TallyLine(action, TallyLine.SUSPECTED, ""));
  }

  void deadLetter(DeadLetterReason reason) {
    add(new TallyLine("", TallyLine.DEAD_LETTER, reason.name()));
  }

  private void add(TallyLine line) {
    String key = line.storeKey();
    Long count = counts.get(key);
    counts.put(key, count == null ? 1 : count + 1);
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
