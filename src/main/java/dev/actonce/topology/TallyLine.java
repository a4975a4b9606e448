package dev.actonce.topology;

/**
 * What is counted.
 *
 * @param action the tool; empty when it is not in the catalog or not known
 * @param what a {@link dev.actonce.core.gate.Verdict.Kind}, or one of the constants
 * @param detail duplicate cause, rejection code, outcome status or dead letter reason; may be empty
 */
public record TallyLine(String action, String what, String detail) {
  /** An executor's event; the detail is its status. */
  public static final String OUTCOME = "OUTCOME";

  /** An intent that came with another key or on another partition than its own. */
  public static final String REROUTED = "REROUTED";

  /** A record that could not be handled; the detail says why. */
  public static final String DEAD_LETTER = "DEAD_LETTER";

  private static final char SEPARATOR = '|';

  String storeKey() {
    return action + SEPARATOR + what + SEPARATOR + detail;
  }

  static TallyLine ofStoreKey(String key) {
    // The action's name may hold any character; the other two are ours.
    int second = key.lastIndexOf(SEPARATOR);
    int first = key.lastIndexOf(SEPARATOR, second - 1);
    return new TallyLine(
        key.substring(0, first), key.substring(first + 1, second), key.substring(second + 1));
  }
}
