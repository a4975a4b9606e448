package dev.actonce.topology;

/**
 * What is counted.
 *
 * @param action the tool; empty when it is not in the catalog or not known
 * @param what a {@link dev.actonce.core.gate.Verdict.Kind}, or one of the constants
 * @param detail duplicate cause, rejection code, outcome status, source of a settlement or dead
 *     letter reason; may be empty
 * @param tenant who asked, if it is counted by name; else empty
 */
public record TallyLine(String action, String what, String detail, String tenant) {
  /** An executor's event; the detail is its status. */
  public static final String OUTCOME = "OUTCOME";

  /** A final outcome of an action that was in doubt; the detail is what settled it. */
  public static final String SETTLED = "SETTLED";

  /** An intent that came with another key or on another partition than its own. */
  public static final String REROUTED = "REROUTED";

  /** A record that could not be handled; the detail says why. */
  public static final String DEAD_LETTER = "DEAD_LETTER";

  /** An admitted action that looks like one under another key. */
  public static final String SUSPECTED = "SUSPECTED";

  private static final char SEPARATOR = '|';
  private static final char BEFORE_TENANT = '@';

  /** A line of no tenant. */
  public TallyLine(String action, String what, String detail) {
    this(action, what, detail, "");
  }

  String storeKey() {
    String line = action + SEPARATOR + what + SEPARATOR + detail;
    return tenant.isEmpty() ? line : line + BEFORE_TENANT + tenant;
  }

  static TallyLine ofStoreKey(String key) {
    // The action's name may hold any character; none of the others holds one of ours.
    int second = key.lastIndexOf(SEPARATOR);
    int first = key.lastIndexOf(SEPARATOR, second - 1);
    int named = key.indexOf(BEFORE_TENANT, second);
    int end = named < 0 ? key.length() : named;
    return new TallyLine(
        key.substring(0, first),
        key.substring(first + 1, second),
        key.substring(second + 1, end),
        named < 0 ? "" : key.substring(named + 1));
  }
}
