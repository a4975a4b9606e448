package dev.actonce.executor;

import java.time.Duration;

/**
 * Lets outcomes that come one after another share a transaction. After a commit, the next one rests
 * for a share of what the last one took, unless every call has returned: then nothing more is to be
 * expected, and a lone action never waits. Confined to the poll thread.
 */
final class LedgerPacer {
  /** Longest rest. */
  static final Duration MAX_REST = Duration.ofMillis(20);

  private static final int COST_PER_REST = 2;

  private long endedAtNanos;
  private long restNanos;

  /** Notes a commit. */
  void committed(long beganAtNanos, long nowNanos) {
    endedAtNanos = nowNanos;
    restNanos = Math.min(MAX_REST.toNanos(), (nowNanos - beganAtNanos) / COST_PER_REST);
  }

  /**
   * How long to wait for more outcomes.
   *
   * @param returned calls whose outcomes wait
   * @param inFlight calls that have not been taken back, these included
   */
  Duration rest(int returned, int inFlight, long nowNanos) {
    if (returned >= inFlight) {
      return Duration.ZERO;
    }
    long left = restNanos - (nowNanos - endedAtNanos);
    return left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
  }
}
