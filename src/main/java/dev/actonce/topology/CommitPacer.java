package dev.actonce.topology;

import java.util.function.Supplier;

/**
 * Decides when finished work is committed: at once when idle, in batches under load.
 *
 * <p>The pause from one commit to the next is proportional to the rate of the work it carried: 1 ms
 * at up to 100 records/s, 10 ms at 1,000, 100 ms at 10,000 and more. So a lone action waits for
 * nothing but its own commit. A rate alone would be a trap, because commits that take all the time
 * keep the rate low: when work was waiting at the end of two commits in a row, the next one rests
 * for several times what they took. However slow the brokers are, a backlog is so worked off in
 * batches. One commit is not enough to tell, because an agent that publishes as soon as it is
 * answered meets the commit of that answer.
 *
 * <p>Pure apart from its own state; time is an argument. Confined to one stream thread, whose tasks
 * share it, because a Streams commit under {@code exactly_once_v2} covers all tasks of a thread.
 */
final class CommitPacer {
  /** Shortest pause between two commits. */
  static final long MIN_SPACING_MS = 1;

  /** Longest pause and longest rest; Streams' own {@code commit.interval.ms} is the same. */
  static final long MAX_SPACING_MS = 100;

  private static final long SPACING_PER_RECORD_PER_MS = 10;

  private static final long REST_PER_COST = 4;

  /** A record that comes so soon after a commit, or within a share of its cost, was waiting. */
  private static final long SOON_MS = 2;

  private static final long SOON_PER_COST = 4;

  /** So many commits in a row that kept work waiting are a backlog. */
  private static final int BACKLOG = 2;

  private long committedAtMs = Long.MIN_VALUE / 2;
  private long spacingMs = MIN_SPACING_MS;
  private long finishedAtMs = Long.MIN_VALUE / 2;
  private long costMs;
  private boolean followed = true;
  private int keptWaiting;
  private long uncommitted;
  private long commits;

  /** A pacer for each thread that asks. */
  @SuppressWarnings("ThreadLocalUsage") // One per gate and stream thread, not one per JVM.
  static Supplier<CommitPacer> perThread() {
    ThreadLocal<CommitPacer> pacers = ThreadLocal.withInitial(CommitPacer::new);
    return pacers::get;
  }

  /** Notes that one record was handled. */
  void worked(long nowMs) {
    if (!followed) {
      boolean waited = nowMs - finishedAtMs <= Math.max(SOON_MS, costMs / SOON_PER_COST);
      keptWaiting = waited ? keptWaiting + 1 : 0;
      followed = true;
    }
    uncommitted++;
  }

  /** How long to wait with the next commit; 0 means now. */
  long delayMs(long nowMs) {
    return Math.max(left(spacingMs, committedAtMs, nowMs), left(restMs(), finishedAtMs, nowMs));
  }

  private long restMs() {
    return keptWaiting < BACKLOG ? 0 : Math.min(MAX_SPACING_MS, costMs * REST_PER_COST);
  }

  /** A clock that was set back must not delay for longer than the pause. */
  private static long left(long pauseMs, long sinceMs, long nowMs) {
    return Math.max(0, pauseMs - Math.max(0, nowMs - sinceMs));
  }

  /** Notes that a commit of all the work so far was requested. */
  void committed(long nowMs) {
    long sinceMs = Math.max(1, nowMs - committedAtMs);
    long spacing = uncommitted * SPACING_PER_RECORD_PER_MS / sinceMs;
    spacingMs = Math.min(MAX_SPACING_MS, Math.max(MIN_SPACING_MS, spacing));
    committedAtMs = nowMs;
    uncommitted = 0;
    commits++;
  }

  /**
   * Notes that a transaction has ended, ours or one of Streams' own.
   *
   * @param tookMs its flush and its commit
   */
  void finished(long nowMs, long tookMs) {
    costMs = Math.max(0, tookMs);
    finishedAtMs = nowMs;
    followed = false;
  }

  /** Number of commits requested so far; tells whether some work was covered by a later one. */
  long commits() {
    return commits;
  }
}
