package dev.actonce.core.gate;

/**
 * Where an intent was read. Entries keep the highest offset per topic, so that a re-read of the
 * same record is told from a duplicate.
 *
 * @param topic which of the gate's two intent topics
 * @param offset its offset there; the partition is the key's own
 */
public record Sighting(Topic topic, long offset) {
  /** The gate's intent topics. */
  public enum Topic {
    INTENTS,
    REROUTED
  }
}
