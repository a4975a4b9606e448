package dev.actonce.topology;

import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;

/**
 * Hears what a gate does: for figures, never for decisions. Called on stream and restore threads,
 * several at once; none may throw or block. What a gate counts is in its {@linkplain GateApp#tally
 * tally}; a record whose transaction is aborted is heard here again.
 */
public interface GateListener {
  /** Hears nothing. */
  GateListener NONE = new GateListener() {};

  /**
   * An intent was decided over, and the decision was sent.
   *
   * @param sinceArrival this host's time less the broker's; negative when their clocks differ
   */
  default void decided(Duration sinceArrival) {}

  /**
   * The final outcome of an action was read, and closed its key.
   *
   * @param sinceAdmission from the arrival of its intent to the arrival of its outcome
   */
  default void ended(String action, OutcomeStatus status, Duration sinceAdmission) {}

  /** A store of a partition is being restored. */
  default void restoring(String store, int partition, long remainingRecords) {}

  /** A restore has ended, or was given up because the partition has moved. */
  default void restored(String store, int partition) {}
}
