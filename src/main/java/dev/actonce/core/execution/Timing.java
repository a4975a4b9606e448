package dev.actonce.core.execution;

import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a step may be taken, at the earliest and at the latest, on wall clocks that disagree. */
final class Timing {
  /**
   * How far the wall clocks of two executors, or one clock before and after it was corrected, may
   * be apart.
   */
  static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(2);

  /**
   * First pause between settling steps once the fast retries are used up; it doubles from there.
   */
  private static final Duration SETTLE_INTERVAL = Duration.ofSeconds(30);

  private static final Duration MAX_SETTLE_INTERVAL = Duration.ofMinutes(15);

  private static final RetryPolicy SETTLING =
      new RetryPolicy(1, SETTLE_INTERVAL, MAX_SETTLE_INTERVAL);

  private final Duration lease;

  Timing(Duration lease) {
    this.lease = lease;
  }

  /**
   * From when on a look-up that finds nothing proves absence: the call of a stalled predecessor may
   * start a lease late, run for its timeout, and show after the look-up's lag.
   */
  Instant absenceProvenFrom(ToolPolicy policy, Instant now) {
    Duration lag = Optional.ofNullable(policy.execution().lookupLag()).orElse(Duration.ZERO);
    Duration longestCall = lease.plus(policy.execution().callTimeout());
    return now.plus(longestCall).plus(lag).plus(MAX_CLOCK_SKEW);
  }

  /**
   * Whether a call that is checked at this time may reach the provider after the key's life: it may
   * still stall for a lease, and the claim may be from another host's clock. A key that lives
   * shorter than twice that margin is used for half of its life.
   */
  boolean keyExpired(Claim claim, ToolPolicy policy, Instant at) {
    if (policy.safety() != SafetyClass.KEYED) {
      return false;
    }
    Duration life = policy.execution().providerKeyTtl();
    Duration half = life.dividedBy(2);
    Duration margin = lease.plus(MAX_CLOCK_SKEW);
    Duration useful = life.minus(margin.compareTo(half) < 0 ? margin : half);
    return !at.isBefore(claim.claimedAt().plus(useful));
  }

  static boolean deadlineOver(Claim claim, Instant at) {
    Instant deadline = claim.action().intent().deadline();
    return deadline != null && !at.isBefore(deadline);
  }

  static boolean retriesLeft(Claim claim, ToolPolicy policy) {
    return claim.progress().attempts() < policy.execution().retry().attempts();
  }

  /** Pause before the next call: fast retries first, then ever slower settling. */
  static Duration pause(Claim claim, ToolPolicy policy, double jitter) {
    int attempts = claim.progress().attempts();
    return retriesLeft(claim, policy)
        ? policy.execution().retry().backoff(attempts, jitter)
        : settlePause(1 + attempts - policy.execution().retry().attempts(), jitter);
  }

  static Duration settlePause(int steps, double jitter) {
    return SETTLING.backoff(steps, jitter);
  }
}
