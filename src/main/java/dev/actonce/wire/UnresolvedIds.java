package dev.actonce.wire;

import java.time.Duration;

/**
 * Decides what becomes of a record whose schema id the registry does not resolve, while it does
 * answer for others: it waits, or it is put aside. No record waits for ever, and no flood of ids
 * makes others wait for longer than a part of the time.
 *
 * <ul>
 *   <li>An id that the registry does not know may have been registered just now at another node, or
 *       the registry may be loading: the record waits until the absence was said for {@link
 *       #CONFIRMED_AFTER}. Waits begin in windows that all ids share. {@link #WINDOWS} of them may
 *       follow each other; one more is earned each {@link #WINDOW_EARNED_IN}.
 *   <li>Without a window left, a record of an unknown id is put aside at once: whoever sends ids
 *       that do not exist could stop all others otherwise. Ids that exist need no window.
 *   <li>An id that the registry refuses, or fails to answer for, waits for {@link #PATIENCE}. From
 *       then on, as long as such a record comes once in {@link #EPISODE}, other refused ids wait
 *       only as unknown ones do.
 * </ul>
 *
 * <p>Only time counts in which the id was asked for again and again. Times are those of a monotonic
 * clock, in nanoseconds. Thread-safe.
 */
final class UnresolvedIds {
  static final Duration CONFIRMED_AFTER = Duration.ofSeconds(5);
  static final int WINDOWS = 2;
  static final Duration WINDOW_EARNED_IN = Duration.ofMinutes(2);
  static final Duration PATIENCE = Duration.ofMinutes(5);
  static final Duration EPISODE = Duration.ofMinutes(30);

  /** Between two questions for an id; a longer silence begins its time anew. */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(30);

  private static final int MAX_IDS = 1_000;

  private final BoundedCache<Integer, Asked> ids = new BoundedCache<>(MAX_IDS);
  private double windowsLeft;
  private long countedAtNanos;
  private long windowEndsNanos;
  private long refusalConfirmedNanos;
  private boolean begun;
  private boolean refusalConfirmed;

  /** What to do with the record. */
  enum Step {
    WAIT,
    /** The registry said so for long enough. */
    PUT_ASIDE,
    /** It said so once, and no window was left to wait in. */
    PUT_ASIDE_UNCONFIRMED
  }

  /**
   * How often an id was asked for.
   *
   * @param lastNanos when it was last asked for
   * @param counted how long the answer has been the same
   * @param waits whether it got a window
   */
  private record Asked(long lastNanos, Duration counted, boolean waits) {}

  /** The registry says that it does not know the id. */
  synchronized Step absent(int id, long nowNanos) {
    Asked asked = ask(id, nowNanos);
    if (asked.counted().compareTo(CONFIRMED_AFTER) >= 0) {
      return Step.PUT_ASIDE;
    }
    if (asked.waits()) {
      return Step.WAIT;
    }
    if (!isWindow(nowNanos)) {
      return Step.PUT_ASIDE_UNCONFIRMED;
    }
    ids.put(id, new Asked(nowNanos, asked.counted(), true));
    return Step.WAIT;
  }

  /** The registry refuses the id or fails to answer for it, and answers for another. */
  synchronized Step refused(int id, long nowNanos) {
    boolean episode = refusalConfirmed && nowNanos - refusalConfirmedNanos < EPISODE.toNanos();
    Step step =
        episode
            ? absent(id, nowNanos)
            : ask(id, nowNanos).counted().compareTo(PATIENCE) < 0 ? Step.WAIT : Step.PUT_ASIDE;
    if (step == Step.PUT_ASIDE) {
      refusalConfirmed = true;
      refusalConfirmedNanos = nowNanos;
    }
    return step;
  }

  /** The registry answers for no id, which says nothing about this one: the time stands still. */
  synchronized void unanswered(int id, long nowNanos) {
    Asked asked = ids.get(id);
    if (asked != null) {
      ids.put(id, new Asked(nowNanos, asked.counted(), asked.waits()));
    }
  }

  /** The id was found. */
  void resolved(int id) {
    ids.remove(id);
  }

  private Asked ask(int id, long nowNanos) {
    Asked before = ids.get(id);
    Asked asked = new Asked(nowNanos, Duration.ZERO, false);
    if (before != null && nowNanos - before.lastNanos() <= MAX_SILENCE.toNanos()) {
      Duration since = Duration.ofNanos(nowNanos - before.lastNanos());
      asked = new Asked(nowNanos, before.counted().plus(since), before.waits());
    }
    ids.put(id, asked);
    return asked;
  }

  /** Joins the open window or opens one, if one is left. */
  private boolean isWindow(long nowNanos) {
    if (begun && nowNanos - windowEndsNanos < 0) {
      return true;
    }
    double earned = (double) (nowNanos - countedAtNanos) / WINDOW_EARNED_IN.toNanos();
    windowsLeft = begun ? Math.min(WINDOWS, windowsLeft + earned) : WINDOWS;
    countedAtNanos = nowNanos;
    begun = true;
    if (windowsLeft < 1) {
      return false;
    }
    windowsLeft--;
    windowEndsNanos = nowNanos + CONFIRMED_AFTER.toNanos();
    return true;
  }
}
