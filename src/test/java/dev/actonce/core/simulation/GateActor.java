package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Closing;
import dev.actonce.core.gate.Gate;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.Screening;
import dev.actonce.core.gate.Seen;
import dev.actonce.core.gate.Sighting;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** One gate instance: its stores are what was committed; a fenced one only wastes its work. */
final class GateActor {
  private static final int MAX_BATCH = 3;

  private final Timeline time;
  private final Topics topics;
  private final Checker checker;
  private final Mutant mutant;
  private final Map<String, KeyState> states = new HashMap<>();
  private int epoch;
  private int intentsRead;
  private int outcomesRead;

  GateActor(Timeline time, Topics topics, Checker checker, Mutant mutant) {
    this.time = time;
    this.topics = topics;
    this.checker = checker;
    this.mutant = mutant;
  }

  /** Takes the partition over and restores the stores. */
  void start() {
    epoch = topics.newEpoch(Topics.Role.GATE);
    states.clear();
    if (mutant != Mutant.GATE_STATE_LOST_ON_RESTART) {
      states.putAll(topics.states);
    }
    intentsRead = topics.intentsRead;
    outcomesRead = topics.outcomesRead;
  }

  boolean hasWork() {
    return intentsRead < topics.intents.size() || outcomesRead < topics.outcomes.size();
  }

  /** Handles a few records in one transaction; returns false when this instance is at its end. */
  boolean turn() {
    Topics.Transaction transaction = topics.new Transaction(Topics.Role.GATE, epoch);
    Map<String, Instant> seen = new HashMap<>();
    for (int i = 0; i <= time.below(MAX_BATCH) && hasWork(); i++) {
      boolean hasIntent = intentsRead < topics.intents.size();
      boolean hasOutcome = outcomesRead < topics.outcomes.size();
      if (hasIntent && (!hasOutcome || time.chance(2))) {
        admit(topics.intents.get(intentsRead), intentsRead, transaction, seen);
        intentsRead++;
      } else {
        close(topics.outcomes.get(outcomesRead), transaction);
        outcomesRead++;
      }
    }
    if (mutant == Mutant.INTENT_OFFSET_BEFORE_DISPATCH) {
      Topics.Transaction early = topics.new Transaction(Topics.Role.GATE, epoch);
      early.gateRead(intentsRead, outcomesRead);
      early.commit();
    }
    transaction.gateRead(intentsRead, outcomesRead);
    if (time.strikes(12) || !transaction.commit()) {
      return false;
    }
    seen.forEach(checker::seen);
    return !time.strikes(12);
  }

  private void admit(
      Topics.Appended record,
      int offset,
      Topics.Transaction transaction,
      Map<String, Instant> seen) {
    ActionIntent intent = mutated(record.intent());
    ToolPolicy policy = SimulatedTool.of(intent.action()).policy();
    Screening screening = Screening.screen(intent, policy, record.at());
    if (!(screening instanceof Screening.Passed passed)) {
      transaction.outcome(((Screening.Refused) screening).outcome());
      return;
    }
    String key = passed.derived().key().value();
    Arrival arrival =
        new Arrival(
            intent, passed.derived(), record.at(), new Sighting(Sighting.Topic.INTENTS, offset));
    Verdict verdict = Gate.decide(arrival, stateOf(key, policy), policy);
    states.put(key, verdict.next());
    transaction.state(key, verdict.next());
    if (verdict.dispatch() != null) {
      transaction.dispatch(verdict.dispatch(), record.at());
    }
    if (verdict.outcome() != null) {
      transaction.outcome(verdict.outcome());
    }
    if (verdict.kind() == Verdict.Kind.ADMITTED || verdict.kind().isBlocked()) {
      seen.merge(key, record.at(), (a, b) -> a.isAfter(b) ? a : b);
    }
  }

  private void close(OutcomeEvent outcome, Topics.Transaction transaction) {
    if (outcome.key() == null) {
      return;
    }
    String key = outcome.key().value();
    ToolPolicy policy = SimulatedTool.of(outcome.about().action()).policy();
    KeyState before = states.getOrDefault(key, KeyState.NONE);
    Closing closing = Closing.apply(outcome, before, policy.safety(), outcome.at());
    states.put(key, closing.next());
    transaction.state(key, closing.next());
    if (closing.outcome() != null) {
      transaction.outcome(closing.outcome());
    }
  }

  private KeyState stateOf(String key, ToolPolicy policy) {
    KeyState state = states.getOrDefault(key, KeyState.NONE);
    if (mutant == Mutant.DUPLICATE_ADMITTED_WHILE_OPEN && state.open() != null) {
      return KeyState.NONE;
    }
    MemoryEntry memory = state.memory();
    if (memory == null) {
      return state;
    }
    Duration age = Duration.between(memory.seen().lastSeenAt(), time.now());
    if (age.compareTo(policy.retention().plus(Gate.MAX_SKEW)) > 0 && time.chance(2)) {
      return KeyState.NONE; // The window store has dropped the segment.
    }
    Instant admittedAt = memory.original().admittedAt();
    if (mutant != Mutant.WINDOW_FROM_FIRST_SIGHTING || admittedAt == null) {
      return state;
    }
    Seen first = new Seen(admittedAt, 0, memory.seen().intentsOffset(), -1);
    return new KeyState(null, new MemoryEntry(memory.original(), first, memory.ending()));
  }

  private ActionIntent mutated(ActionIntent intent) {
    if (mutant != Mutant.STALE_FENCE_DROPPED || intent.issuedAt() == null) {
      return intent;
    }
    return new ActionIntent(
        intent.requestId(),
        intent.scope(),
        intent.action(),
        intent.intentId(),
        intent.toolCallId(),
        intent.arguments(),
        null,
        intent.deadline(),
        intent.metadata());
  }
}
