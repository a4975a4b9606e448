package dev.actonce.core.gate;

/**
 * How far the gate has worked off one partition of one of its inputs. It is kept with the keys and
 * changes in the same transaction, so it is the proof that a record that is read again was decided
 * before: decided once more, it could be admitted, and its effect repeated.
 *
 * @param offset of the record that was worked off last; -1 if none was
 * @param latestArrivalMs latest arrival time so far, in ms since the epoch. It tells a re-created
 *     topic, whose offsets start again but whose records are younger
 */
public record InputPosition(long offset, long latestArrivalMs) {
  /** Nothing was worked off yet. */
  public static final InputPosition NONE = new InputPosition(-1, Long.MIN_VALUE);

  /** Whether this record was worked off before, so that nothing is to be done. */
  public boolean covers(long recordOffset, long arrivedAtMs) {
    return recordOffset <= offset && arrivedAtMs <= latestArrivalMs;
  }

  /** The position once this record is worked off. */
  public InputPosition after(long recordOffset, long arrivedAtMs) {
    return new InputPosition(recordOffset, Math.max(latestArrivalMs, arrivedAtMs));
  }
}
