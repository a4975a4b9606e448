package dev.actonce.lab.chaos;

import java.util.Locale;

/** What the run does to the pipeline, and which part of it. */
enum FaultKind {
  /** SIGKILL, claims decided and not written. */
  KILL_BEFORE_CLAIM(Lane.EXECUTORS),
  /** SIGKILL, claims committed and no call of them started. */
  KILL_AFTER_CLAIM_COMMIT(Lane.EXECUTORS),
  /** SIGKILL while the provider has a request that it has not booked; it books it afterwards. */
  KILL_AFTER_SEND(Lane.EXECUTORS),
  /** SIGKILL while the provider has booked and not answered. */
  KILL_AFTER_EFFECT(Lane.EXECUTORS),
  /** SIGKILL, outcomes known and not written. */
  KILL_BEFORE_OUTCOME_COMMIT(Lane.EXECUTORS),
  /** SIGKILL right after outcomes were committed. */
  KILL_AFTER_OUTCOME_COMMIT(Lane.EXECUTORS),
  /** SIGKILL at a random instant. */
  KILL_EXECUTOR(Lane.EXECUTORS),
  /** SIGSTOP past the session timeout, then SIGCONT: a zombie. */
  FREEZE_EXECUTOR(Lane.EXECUTORS),
  /** The group's offsets are deleted while no executor runs. */
  DELETE_OFFSETS(Lane.EXECUTORS),
  /** All executors' transactional ids are fenced by somebody else. */
  FENCE_PRODUCERS(Lane.EXECUTORS),
  /** SIGKILL at a random instant. */
  KILL_GATE(Lane.GATES),
  /** SIGSTOP past the session timeout, then SIGCONT. */
  FREEZE_GATE(Lane.GATES),
  /** SIGKILL, then its local state is deleted. */
  DELETE_GATE_STATE(Lane.GATES),
  /** SIGKILL, and a start on the same data. */
  KILL_BROKER(Lane.BROKERS),
  /** A clean restart of each broker, one after the other. */
  ROLL_BROKERS(Lane.BROKERS),
  /** A producer begins a transaction on our topics and never ends it. */
  LEAVE_TRANSACTION_OPEN(Lane.BROKERS);

  /** Faults of one lane follow each other; those of different lanes overlap. */
  enum Lane {
    EXECUTORS,
    GATES,
    BROKERS
  }

  private final Lane lane;

  FaultKind(Lane lane) {
    this.lane = lane;
  }

  Lane lane() {
    return lane;
  }

  /** Name in the report. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
