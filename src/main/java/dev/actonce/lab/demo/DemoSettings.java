package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the demo does.
 *
 * @param mix the traffic; at least one intent, because an empty run proves nothing
 * @param lostResponses share of the provider's answers, 0 to 1, that get lost after the commit
 * @param agents who publishes
 * @param warmIntents actions of the phase that measures one at a time; 0 skips it, at most 100,000
 * @param tenant isolates the run; take a fresh one per run if the topics outlive it
 * @param directory for the providers' books; an old run's books are replaced
 */
public record DemoSettings(
    TrafficPlan.Mix mix,
    double lostResponses,
    Agents agents,
    int warmIntents,
    String tenant,
    Path directory) {
  private static final int MAX_WARM_INTENTS = 100_000;

  /**
   * Who publishes.
   *
   * @param count agents at once, 1 to 256
   * @param inFlight publishes per agent that may wait for their outcome, 1 to 1,000
   * @param patience how long to wait without any outcome before the rest counts as unresolved
   */
  public record Agents(int count, int inFlight, Duration patience) {
    /** Eight agents, eight publishes each, two minutes. */
    public static final Agents DEFAULT = new Agents(8, 8, Duration.ofMinutes(2));

    private static final int MAX_COUNT = 256;
    private static final int MAX_IN_FLIGHT = 1_000;

    public Agents {
      requireRange("agents", count, 1, MAX_COUNT);
      requireRange("publishes in flight per agent", inFlight, 1, MAX_IN_FLIGHT);
      if (patience.isNegative() || patience.isZero()) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING, "patience must be longer than zero, got " + patience);
      }
    }
  }

  public DemoSettings {
    ProviderSettings.requireShare("lost responses", lostResponses);
    requireRange("intents", mix.intents(), 1, TrafficPlan.Mix.MAX_INTENTS);
    requireRange("--one-at-a-time", warmIntents, 0, MAX_WARM_INTENTS);
  }

  private static void requireRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, name + " must be " + min + " to " + max + ", got " + value);
    }
  }
}
