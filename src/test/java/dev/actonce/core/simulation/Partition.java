package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.gate.InputPosition;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the broker holds of one partition: committed records and positions only. */
final class Partition {
  /** An intent with the broker's append time. */
  record Appended(ActionIntent intent, Instant at) {}

  /** An outcome with the broker's append time. */
  record Told(OutcomeEvent event, Instant at) {}

  /** What a gate reads. */
  enum Input {
    INTENTS,
    REROUTED,
    OUTCOMES
  }

  /** One record of an input. */
  record Source(int partition, Input input, int offset) {}

  /** How far the gate's group has read. It may be lost; what was worked off is state. */
  record GatePosition(int intents, int rerouted, int outcomes) {}

  /** How far the executors have read. */
  record ExecutorPosition(int dispatch, int settlements) {}

  final int number;
  final List<Appended> intents = new ArrayList<>();
  final List<Appended> rerouted = new ArrayList<>();
  final List<ApprovedAction> dispatch = new ArrayList<>();
  final List<Settlement> settlements = new ArrayList<>();
  final List<Told> outcomes = new ArrayList<>();
  final Map<String, Claim> claims = new HashMap<>();
  final Map<String, KeyState> states = new HashMap<>();
  final Map<Input, InputPosition> workedOff = new EnumMap<>(Input.class);
  GatePosition gateRead = new GatePosition(0, 0, 0);
  ExecutorPosition executorRead = new ExecutorPosition(0, 0);
  int gateEpoch;

  Partition(int number) {
    this.number = number;
  }

  /** Whether something is left to do; a settlement alone is not, as it needs a claim. */
  boolean hasWork() {
    return !claims.isEmpty()
        || gateRead.intents() < intents.size()
        || gateRead.rerouted() < rerouted.size()
        || gateRead.outcomes() < outcomes.size()
        || executorRead.dispatch() < dispatch.size();
  }

  @Override
  public String toString() {
    return "partition "
        + number
        + ": claims "
        + claims.values()
        + ", read "
        + gateRead
        + " and "
        + executorRead
        + " of "
        + List.of(intents.size(), rerouted.size(), outcomes.size(), dispatch.size());
  }

  static int of(IdempotencyKey key) {
    return Math.floorMod(key.value().hashCode(), Bounds.PARTITIONS);
  }
}
