package dev.actonce.testkit;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;

/**
 * One call or look-up that an executor made.
 *
 * @param providerKey the key that it carried, if the tool takes one
 * @param generation of the action
 * @param kind call or look-up
 * @param outcome SUCCEEDED, FAILED or UNKNOWN with its code, or what a look-up proved
 */
record ToolCall(String providerKey, int generation, Kind kind, String outcome) {
  enum Kind {
    CALL,
    LOOK_UP
  }

  static ToolCall of(String providerKey, int generation, ActionResult result) {
    return new ToolCall(providerKey, generation, Kind.CALL, text(result));
  }

  static ToolCall of(String providerKey, int generation, LookupResult result) {
    return new ToolCall(providerKey, generation, Kind.LOOK_UP, result.getClass().getSimpleName());
  }

  boolean saidFailed() {
    return outcome.startsWith("FAILED");
  }

  private static String text(ActionResult result) {
    return result.match(
        succeeded -> "SUCCEEDED",
        failed -> "FAILED " + failed.code() + " (" + failed.message() + ")",
        unknown -> "UNKNOWN " + unknown.code() + " (" + unknown.message() + ")");
  }

  @Override
  public String toString() {
    return (kind == Kind.CALL ? "call" : "look-up")
        + " in generation "
        + generation
        + " -> "
        + outcome;
  }
}
