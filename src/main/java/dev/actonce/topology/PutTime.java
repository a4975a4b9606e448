package dev.actonce.topology;

import java.time.Duration;

/**
 * Where a key's one entry lies in a window store. A move leaves a tombstone behind, and a key that
 * is seen a thousand times a second would bury itself in them: each look-up has to pass all that
 * are not yet committed. So an entry moves only now and then, and is overwritten where it lies
 * meanwhile. The stores keep entries for longer by more than that ({@link GateStores#SLACK}).
 */
final class PutTime {
  /** An entry is never older than this when it is written. */
  static final Duration MOVE_AFTER = Duration.ofMinutes(5);

  /** Where an entry lies that does not exist; earlier than any time of a record. */
  static final long NOWHERE = -1;

  private PutTime() {}

  /**
   * Where to write an entry.
   *
   * @param storedAtMs where it lies now, or {@link #NOWHERE}
   * @param wantedAtMs where it would lie if it were new
   */
  static long of(long storedAtMs, long wantedAtMs) {
    return storedAtMs != NOWHERE && wantedAtMs - storedAtMs < MOVE_AFTER.toMillis()
        ? storedAtMs
        : wantedAtMs;
  }
}
