package dev.actonce.core.simulation;

import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Gate;
import dev.actonce.core.gate.InputPosition;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.gate.KeyUpdate;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.Screening;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.simulation.Partition.Input;
import dev.actonce.core.simulation.Partition.Source;
import dev.actonce.testing.OneTool;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** One gate instance of one partition: its stores are what was committed. */
final class GateActor {
  private static final int MAX_BATCH = 3;

  private final Timeline time;
  private final Topics topics;
  private final Partition partition;
  private final GateMutation mutation;
  private final Map<String, KeyState> states = new HashMap<>();
  private final Map<Input, InputPosition> workedOff = new EnumMap<>(Input.class);
  private int epoch;
  private int intentsRead;
  private int reroutedRead;
  private int outcomesRead;

  GateActor(Topics topics, Partition partition, GateMutation mutation) {
    this.time = topics.time();
    this.topics = topics;
    this.partition = partition;
    this.mutation = mutation;
  }

  /** Takes the partition over and restores the stores; earlier instances are fenced. */
  void start() {
    topics.settlePending();
    epoch = ++partition.gateEpoch;
    states.clear();
    workedOff.clear();
    if (!mutation.is(Mutant.GATE_STATE_LOST_ON_RESTART)) {
      states.putAll(partition.states);
      workedOff.putAll(partition.workedOff);
    }
    intentsRead = partition.gateRead.intents();
    reroutedRead = partition.gateRead.rerouted();
    outcomesRead = partition.gateRead.outcomes();
  }

  boolean hasWork() {
    return intentsRead < partition.intents.size()
        || reroutedRead < partition.rerouted.size()
        || outcomesRead < partition.outcomes.size();
  }

  /**
   * Handles a few records in one transaction.
   *
   * @param done run once the commit is visible
   * @return false when nothing was committed
   */
  boolean turn(Runnable done) {
    Transaction transaction = new Transaction(topics, this::isFenced);
    int records = 1 + time.below(MAX_BATCH);
    for (int i = 0; i < records && hasWork(); i++) {
      readOne(transaction);
    }
    Partition.GatePosition position =
        new Partition.GatePosition(intentsRead, reroutedRead, outcomesRead);
    if (mutation.is(Mutant.INTENT_OFFSET_BEFORE_DISPATCH)) {
      Transaction early = new Transaction(topics, this::isFenced);
      early.gateRead(partition, position);
      early.commit(0, () -> {});
    }
    transaction.gateRead(partition, position);
    if (time.strikes(Fault.GATE_ABORTED)) {
      return false;
    }
    int delayMs = time.strikes(Fault.COMMIT_DELAYED) ? 1 + time.below(3_000) : 0;
    return transaction.commit(delayMs, done);
  }

  private boolean isFenced() {
    return partition.gateEpoch != epoch;
  }

  private void readOne(Transaction transaction) {
    int choice = time.below(3);
    for (int i = 0; i < 3; i++) {
      int topic = (choice + i) % 3;
      if (topic == 0 && intentsRead < partition.intents.size()) {
        Source source = new Source(partition.number, Input.INTENTS, intentsRead);
        arrive(partition.intents.get(intentsRead++), source, transaction);
        return;
      }
      if (topic == 1 && reroutedRead < partition.rerouted.size()) {
        Source source = new Source(partition.number, Input.REROUTED, reroutedRead);
        arrive(partition.rerouted.get(reroutedRead++), source, transaction);
        return;
      }
      if (topic == 2 && outcomesRead < partition.outcomes.size()) {
        Source source = new Source(partition.number, Input.OUTCOMES, outcomesRead);
        close(partition.outcomes.get(outcomesRead++), source, transaction);
        return;
      }
    }
  }

  /** Whether a record was worked off before; if not, it is now. */
  private boolean isReadAgain(Source source, Instant at, Transaction transaction) {
    InputPosition known = workedOff.getOrDefault(source.input(), InputPosition.NONE);
    if (known.covers(source.offset(), at.toEpochMilli())) {
      time.coverage().reached(Landmark.RECORD_READ_AGAIN);
      return !mutation.is(Mutant.POSITIONS_IGNORED);
    }
    InputPosition next = known.after(source.offset(), at.toEpochMilli());
    workedOff.put(source.input(), next);
    transaction.workedOff(partition, source.input(), next);
    return false;
  }

  private void arrive(Partition.Appended record, Source source, Transaction transaction) {
    if (isReadAgain(source, record.at(), transaction)) {
      return;
    }
    ToolPolicy policy = SimulatedTool.of(record.intent().action()).policy();
    Screening screening = Screening.screen(record.intent(), new OneTool(policy), record.at());
    if (screening instanceof Screening.Refused refused) {
      time.coverage().reached(Landmark.REFUSED_WITHOUT_ID);
      transaction.outcome(partition, refused.outcome());
    } else if (screening instanceof Screening.Passed passed) {
      int rightPartition = Partition.of(passed.derived().key());
      if (rightPartition == partition.number) {
        Arrival arrival = new Arrival(record.intent(), passed.derived(), record.at());
        decide(arrival, source, policy, transaction);
      } else {
        transaction.reroute(topics.partitions().get(rightPartition), record);
      }
    }
  }

  private void decide(Arrival arrival, Source source, ToolPolicy policy, Transaction transaction) {
    String key = arrival.derived().key().value();
    KeyState before = mutation.state(stateOf(key, policy), arrival);
    Verdict verdict = Gate.decide(mutation.arrival(arrival), before, policy);
    states.put(key, verdict.next());
    transaction.state(partition, key, verdict.next());
    transaction.verdict(partition, source, arrival, verdict);
  }

  private void close(Partition.Told told, Source source, Transaction transaction) {
    OutcomeEvent outcome = told.event();
    if (isReadAgain(source, told.at(), transaction) || outcome.key() == null) {
      return;
    }
    String key = outcome.key().value();
    ToolPolicy policy = SimulatedTool.of(outcome.about().action()).policy();
    KeyState before = states.getOrDefault(key, KeyState.NONE);
    KeyUpdate closing = KeyUpdate.apply(outcome, before, policy, mutation.finishedAt(told));
    states.put(key, closing.next());
    transaction.state(partition, key, closing.next());
    if (closing.outcome() != null && !mutation.is(Mutant.WAITER_FORGOTTEN)) {
      time.coverage().reached(Landmark.WAITER_ANSWERED);
      transaction.outcome(partition, closing.outcome());
    }
  }

  /** What the stores hold: a window store may drop an entry once its retention is over. */
  private KeyState stateOf(String key, ToolPolicy policy) {
    KeyState state = states.getOrDefault(key, KeyState.NONE);
    MemoryEntry memory = state.memory();
    if (memory == null) {
      return state;
    }
    Duration age = Duration.between(memory.seen().lastSeenAt(), time.now());
    boolean mayBeDropped = age.compareTo(policy.retention().plus(Gate.MAX_SKEW)) > 0;
    if (mayBeDropped && time.chance(2)) {
      time.coverage().reached(Landmark.SEGMENT_DROPPED);
      return KeyState.NONE;
    }
    return state;
  }
}
