package dev.actonce.testkit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.Set;

/**
 * One line of a {@link FaultPlan}: which exchanges it is about, and what happens to them.
 *
 * @param fault what happens
 * @param contains text that the request must contain, in URL or body; empty for any
 * @param methods HTTP methods that it is about; without meaning on other wires
 * @param times how many exchanges it is used for, 1 to 1,000,000
 * @param share share of the matching exchanges that it is used for, above 0 to 1, by the proxy's
 *     seed
 * @param delay for {@link Fault#DELAY}, up to 5 min
 */
public record FaultRule(
    Fault fault, String contains, Set<String> methods, int times, double share, Duration delay) {
  /** Methods that have effects. */
  public static final Set<String> EFFECTS = Set.of("POST", "PUT", "PATCH", "DELETE");

  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
  private static final int MAX_TIMES = 1_000_000;

  public FaultRule {
    methods = Set.copyOf(methods);
    if (times < 1 || times > MAX_TIMES) {
      throw invalid("times must be 1 to " + MAX_TIMES + ", got " + times);
    }
    if (!(share > 0 && share <= 1)) {
      throw invalid("share must be above 0 and at most 1, got " + share);
    }
    if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
      throw invalid("delay must be 0 s to 5 min, got " + delay);
    }
    if (fault == Fault.DELAY && delay.isZero()) {
      throw invalid("the fault 'delay' needs a delay, such as 3s");
    }
  }

  /** Once, for the next request with an effect that contains a text. */
  public static FaultRule once(Fault fault, String contains) {
    return new FaultRule(fault, contains, EFFECTS, 1, 1, Duration.ZERO);
  }

  /** Delays the answer of the next request with an effect that contains a text. */
  public static FaultRule delayOnce(Duration delay, String contains) {
    return new FaultRule(Fault.DELAY, contains, EFFECTS, 1, 1, delay);
  }

  private static ActOnceException invalid(String reason) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, "in a fault plan: " + reason);
  }
}
