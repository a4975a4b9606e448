package dev.actonce.topology;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that one record leads to, encoded before anything of it is written: what can fail for the
 * record's sake fails while nothing has happened yet. Confined to the stream thread.
 */
final class Effects {
  private final GateSinks sinks;
  private final List<GateSinks.Outgoing> records = new ArrayList<>();
  private final List<TallyLine> counts = new ArrayList<>();
  private final List<Runnable> heard = new ArrayList<>();
  private KeyStates.@Nullable Change change;
  private RecordGuard.@Nullable Fault fault;

  Effects(GateSinks sinks) {
    this.sinks = sinks;
  }

  Effects dispatch(ApprovedAction action, long arrivedAtMs) {
    records.add(sinks.dispatch(action, arrivedAtMs));
    return this;
  }

  Effects outcome(OutcomeEvent event, long arrivedAtMs) {
    records.add(sinks.outcome(event, arrivedAtMs));
    return this;
  }

  Effects reroute(byte[] key, ActionIntent intent, long arrivedAtMs) {
    records.add(sinks.reroute(key, intent, arrivedAtMs));
    return this;
  }

  /** The state of a key from now on. */
  Effects state(KeyStates states, KeyStates.Stored before, KeyState next) {
    change = states.change(before, next);
    return this;
  }

  Effects count(TallyLine line) {
    counts.add(line);
    return this;
  }

  /** Puts the record aside besides, for people to look at. */
  Effects putAside(RecordGuard.Fault reason) {
    fault = reason;
    return this;
  }

  RecordGuard.@Nullable Fault fault() {
    return fault;
  }

  /** What a listener is told once all is written. */
  Effects tell(Runnable telling) {
    heard.add(telling);
    return this;
  }

  /** Whether somebody is told an outcome or an approval. */
  boolean isAwaited() {
    return !records.isEmpty();
  }

  /** Writes all of it. What Kafka throws here ends the transaction, and so takes all of it back. */
  void carryOut(GateTask task) {
    if (change != null) {
      task.states().write(change);
    }
    counts.forEach(task.tally()::add);
    records.forEach(sinks::send);
    heard.forEach(RecordGuard::quietly);
  }
}
