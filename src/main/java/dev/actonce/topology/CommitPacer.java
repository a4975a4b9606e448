package dev.actonce.topology;

/**
 * Decides when finished work is committed: at once when idle, in batches under load.
 *
 * <p>The pause after a commit is proportional to the rate of the work it carried: 1 ms at up to 100
 * records/s, 10 ms at 1,000, 100 ms at 10,000 and more. So a lone action waits for nothing but its
 * own commit. A rate alone would be a trap, because commits that take all the time keep the rate
 * low: after a batch the pause is also several times what its commit took.
 *
 * <p>Pure apart from its own state; time is an argument. Confined to one stream thread, whose tasks
 * share it, because a Streams commit under {@code exactly_once_v2} covers all tasks of a thread.
 */
final class CommitPacer {
  /** Shortest pause between two commits. */
  static final long MIN_SPACING_MS = 1;

  /** Longest pause; Streams' own {@code commit.interval.ms} is the same. */
  static final long MAX_SPACING_MS = 100;

  private static final long SPACING_PER_RECORD_PER_MS = 10;

  /** From so many records on, the next one waits for the commit, so the gap is its cost. */
  private static final int BATCH = 4;

  private static final long SPACING_PER_COST = 5;

  /** A longer gap after a commit is idleness. */
  private static final long MAX_COST_MS = 50;

  private long committedAtMs = Long.MIN_VALUE / 2;
  private long spacingMs = MIN_SPACING_MS;
  private long uncommitted;
  private long committed;
  private long commits;

  /** Notes that one record was handled. */
  void worked(long nowMs) {
    long gapMs = nowMs - committedAtMs;
    if (uncommitted == 0 && committed >= BATCH && gapMs >= 0 && gapMs <= MAX_COST_MS) {
      spacingMs = Math.max(spacingMs, Math.min(MAX_SPACING_MS, gapMs * SPACING_PER_COST));
    }
    uncommitted++;
  }

  /** How long to wait with the next commit; 0 means now. */
  long delayMs(long nowMs) {
    // A clock that was set back must not delay for longer than the spacing.
    long sinceMs = Math.max(0, nowMs - committedAtMs);
    return Math.max(0, spacingMs - sinceMs);
  }

  /** Notes that a commit of all the work so far was requested. */
  void committed(long nowMs) {
    long sinceMs = Math.max(1, nowMs - committedAtMs);
    long spacing = uncommitted * SPACING_PER_RECORD_PER_MS / sinceMs;
    spacingMs = Math.min(MAX_SPACING_MS, Math.max(MIN_SPACING_MS, spacing));
    committedAtMs = nowMs;
    committed = uncommitted;
    uncommitted = 0;
    commits++;
  }

  /** Number of commits requested so far; tells whether some work was covered by a later one. */
  long commits() {
    return commits;
  }
}
