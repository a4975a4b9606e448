package dev.actonce.core;

import java.time.Duration;

/**
 * How often and how fast a call is tried again.
 *
 * @param attempts calls in all, 1 to 100
 * @param minBackoff pause before the second call
 * @param maxBackoff longest pause; each pause doubles up to it, with jitter
 */
public record RetryPolicy(int attempts, Duration minBackoff, Duration maxBackoff) {
  /** Four calls, 200 ms to 10 s apart. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(4, Duration.ofMillis(200), Duration.ofSeconds(10));

  public RetryPolicy {
    if (attempts < 1 || attempts > 100) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "retry.attempts must be 1 to 100, got " + attempts);
    }
    if (minBackoff.isNegative() || minBackoff.isZero() || maxBackoff.compareTo(minBackoff) < 0) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "retry.backoff must be positive and rising, got " + minBackoff + ".." + maxBackoff);
    }
  }

  /**
   * Pause before the next call.
   *
   * @param callsMade calls made so far, at least 1
   * @param jitter a random number in [0, 1); the pause is 50 % to 100 % of the exponential step
   */
  public Duration backoff(int callsMade, double jitter) {
    int doublings = Math.min(Math.max(callsMade - 1, 0), 30);
    double step =
        Math.min((double) maxBackoff.toMillis(), minBackoff.toMillis() * Math.pow(2, doublings));
    return Duration.ofMillis(Math.max(1, Math.round(step * (0.5 + jitter / 2))));
  }
}
