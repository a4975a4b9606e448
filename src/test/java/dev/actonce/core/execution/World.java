package dev.actonce.core.execution;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The outside system of one simulated action, as unreliable as its safety class allows. Knows the
 * truth: when the effect happened, and how often.
 */
final class World {
  private final Random random;
  private final ToolPolicy policy;
  private int effects;
  private @Nullable Instant firstCall;
  private @Nullable Instant visibleFrom;

  World(Random random, ToolPolicy policy) {
    this.random = random;
    this.policy = policy;
  }

  int effects() {
    return effects;
  }

  boolean happened() {
    return effects > 0;
  }

  /** One call that starts at this time; what its caller gets to see. */
  ActionResult call(Instant at) {
    if (random.nextInt(3) == 0) {
      return new ActionResult.Failed(
          "REFUSED",
          "proof of refusal",
          random.nextBoolean() ? ActionResult.Retry.LATER : ActionResult.Retry.NEVER);
    }
    boolean reached = random.nextBoolean();
    if (reached) {
      effect(at, at.plusMillis(random.nextLong(policy.execution().callTimeout().toMillis())));
    }
    return reached && random.nextInt(3) > 0
        ? new ActionResult.Succeeded("{}", "ch_1")
        : new ActionResult.Unknown("TIMEOUT", "answer lost");
  }

  /** A call whose caller died or lost its partition; it may start up to a lease later. */
  void callOfADeadOwner(Instant diedAt) {
    if (random.nextBoolean()) {
      Instant start = diedAt.plusMillis(random.nextLong(TestTool.LEASE.toMillis()));
      effect(start, start.plus(policy.execution().callTimeout()));
    }
  }

  LookupResult lookUp(Instant at) {
    if (random.nextInt(3) == 0) {
      return new LookupResult.Inconclusive("503");
    }
    boolean visible = visibleFrom != null && !at.isBefore(visibleFrom);
    return visible ? new LookupResult.Found("{}", "ch_1") : new LookupResult.Absent();
  }

  private void effect(Instant start, Instant end) {
    if (policy.safety() == SafetyClass.READ_ONLY) {
      return;
    }
    firstCall = firstCall == null ? start : firstCall;
    boolean replayed =
        happened()
            && (policy.safety() == SafetyClass.IDEMPOTENT
                || (policy.safety() == SafetyClass.KEYED
                    && start.isBefore(firstCall.plus(policy.execution().providerKeyTtl()))));
    if (!replayed) {
      effects++;
      Duration lag = Objects.requireNonNullElse(policy.execution().lookupLag(), Duration.ZERO);
      visibleFrom = visibleFrom == null ? end.plus(lag) : visibleFrom;
    }
  }
}
