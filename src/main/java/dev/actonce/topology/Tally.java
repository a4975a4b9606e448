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

  /** The line of a verdict. */
  static TallyLine verdict(Subject subject, Verdict verdict) {
    DuplicateCause cause = verdict.cause();
    String detail = cause == null ? "" : cause.name();
    if (verdict.kind() == Verdict.Kind.REJECTED && verdict.outcome() != null) {
      detail = text(verdict.outcome().answer().errorCode());
    }
    return subject.line(verdict.kind().name(), detail);
  }

  /** The line of an intent that was refused before its key was looked at. */
  static TallyLine refused(Subject subject, OutcomeEvent outcome) {
    return subject.line(Verdict.Kind.REJECTED.name(), text(outcome.answer().errorCode()));
  }

  /** The line of an executor's event. */
  static TallyLine outcome(Subject subject, OutcomeStatus status) {
    return subject.line(TallyLine.OUTCOME, status.name());
  }

  /** The line of the end of a doubt. */
  static TallyLine settled(String action, DoubtEnd.Source source) {
    return new TallyLine(action, TallyLine.SETTLED, source.name());
  }

  static TallyLine rerouted(String action) {
    return new TallyLine(action, TallyLine.REROUTED, "");
  }

  void suspected(String action) {
    add(new TallyLine(action, TallyLine.SUSPECTED, ""));
  }

  void deadLetter(DeadLetterReason reason) {
    add(new TallyLine("", TallyLine.DEAD_LETTER, reason.name()));
  }

  void add(TallyLine line) {
    String key = line.storeKey();
    Long count = counts.get(key);
    counts.put(key, count == null ? 1 : count + 1);
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
