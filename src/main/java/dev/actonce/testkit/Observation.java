package dev.actonce.testkit;

import dev.actonce.core.SafetyClass;
import java.util.List;

/**
 * What a row saw. Both halves are in it: that the retry or fault really happened, and what became
 * of the effect.
 *
 * @param row which row
 * @param safety the tool's class
 * @param trigger what the row had to bring about
 * @param tries publishes of the agent, oldest first
 * @param target what happened between executor and target
 * @param effects how many there are, and how many there should be
 */
record Observation(
    ContractRow row,
    SafetyClass safety,
    Trigger trigger,
    List<Try> tries,
    TargetSide target,
    Effects effects) {

  /**
   * What the row had to bring about.
   *
   * @param happened whether it did
   * @param what in words, for the message when it did not
   */
  record Trigger(boolean happened, String what) {}

  /**
   * Between executor and target.
   *
   * @param calls that the executor made
   * @param exchanges that the proxy saw
   */
  record TargetSide(List<ToolCall> calls, List<Exchange> exchanges) {
    TargetSide {
      calls = List.copyOf(calls);
      exchanges = List.copyOf(exchanges);
    }
  }

  /** Counted at the target. */
  record Effects(int counted, int expected) {}

  Observation {
    tries = List.copyOf(tries);
  }

  long keys() {
    return tries.stream().map(Try::key).distinct().count();
  }

  /** How often the target was asked to have the effect, or whether it had it. */
  long attempts() {
    return target.exchanges().size()
        + target.calls().stream().filter(call -> call.kind() == ToolCall.Kind.LOOK_UP).count();
  }

  boolean anyCallSaidFailed() {
    return target.calls().stream().anyMatch(ToolCall::saidFailed);
  }

  /** Provider keys under which the target was called. */
  long providerKeys() {
    return target.calls().stream().map(ToolCall::providerKey).distinct().count();
  }
}
