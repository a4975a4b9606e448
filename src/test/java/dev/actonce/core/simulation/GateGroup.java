package dev.actonce.core.simulation;

/** The gate of one partition: a failed instance is replaced; the replaced one may still try. */
final class GateGroup {
  private static final int TURN_MS = 700;
  private static final int IDLE_TURN_MS = 3_000;
  private static final int MAX_REWIND = 3;
  private static final int REWIND_REACH_MS = 20_000;

  private final Topics topics;
  private final Timeline time;
  private final Partition partition;
  private GateActor active;
  private GateActor standby;
  private boolean isTicking;

  GateGroup(Topics topics, Partition partition, GateMutation mutation) {
    this.topics = topics;
    this.time = topics.time();
    this.partition = partition;
    this.active = new GateActor(topics, partition, mutation);
    this.standby = new GateActor(topics, partition, mutation);
    active.start();
  }

  void wakeUp() {
    if (!isTicking) {
      isTicking = true;
      later(TURN_MS);
    }
  }

  private void turn() {
    if (!active.hasWork()) {
      sleepOrTurnAgain(IDLE_TURN_MS);
      return;
    }
    if (time.strikes(Fault.GATE_REPLACED)) {
      GateActor replaced = active;
      active = standby;
      standby = replaced;
      active.start();
      if (replaced.hasWork()) {
        replaced.turn(() -> {});
      }
    }
    if (time.strikes(Fault.GATE_POSITION_LOST)) {
      rewind();
      active.start();
    }
    if (!active.turn(this::committed)) {
      active.start();
      later(TURN_MS);
    }
  }

  private void committed() {
    if (time.strikes(Fault.GATE_STOPPED_AFTER_COMMIT)) {
      active.start();
    }
    sleepOrTurnAgain(TURN_MS);
  }

  private void sleepOrTurnAgain(int turnMs) {
    if (topics.hasWork()) {
      later(turnMs);
    } else {
      isTicking = false;
    }
  }

  private void later(int turnMs) {
    time.afterMillis(1 + time.below(turnMs), this::turn);
  }

  /** A few records are read again, as after a loss of the newest committed positions. */
  private void rewind() {
    topics.settlePending();
    Partition.GatePosition read = partition.gateRead;
    int intents = read.intents();
    for (int i = 0; i < MAX_REWIND && intents > 0 && isRecent(intents - 1); i++) {
      intents--;
    }
    partition.gateRead =
        new Partition.GatePosition(intents, read.rerouted(), Math.max(0, read.outcomes() - 1));
  }

  private boolean isRecent(int offset) {
    return partition.intents.get(offset).at().plusMillis(REWIND_REACH_MS).isAfter(time.now());
  }
}
