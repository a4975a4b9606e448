package dev.actonce.topology;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The gate's state stores. Their names are part of the changelogs' names: never change them.
 *
 * <p>Keys are not cached: a record cache answers for entries that are not stored yet, and has lost
 * deletes and standbys' updates before (KAFKA-9921, KAFKA-14172). Counts and positions are: they
 * have few lines, none is ever deleted, and each record of the inputs changes some. The cache turns
 * these changes into one write for each line and commit.
 */
final class GateStores {
  /** Key text to open entry. Never expires. */
  static final String OPEN = "actonce-open";

  /** Key text to memory entry. Old segments drop by themselves. */
  static final String MEMORY = "actonce-memory";

  /** Tally line to count. */
  static final String TALLY = "actonce-tally";

  /** Input partition to the last offset that was worked off. */
  static final String POSITIONS = "actonce-positions";

  /** Kept longer than the longest memory, for clocks that differ and records out of order. */
  static final Duration SLACK = Duration.ofHours(1);

  /**
   * Nominal length of a window. The gate reads the start of a window only and never its end, so any
   * length would do; this is the default duplicate window, for people who look into the store.
   */
  static final Duration WINDOW = Duration.ofSeconds(300);

  private static final Map<String, String> COMPACTED = Map.of("cleanup.policy", "compact");
  private static final Map<String, String> COMPACTED_AND_EXPIRING =
      Map.of("cleanup.policy", "compact,delete");

  private GateStores() {}

  static StoreBuilder<KeyValueStore<String, byte[]>> open() {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(OPEN), Serdes.String(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(COMPACTED);
  }

  /**
   * @param longestMemory longest time for which any tool needs a key remembered
   */
  static StoreBuilder<WindowStore<String, byte[]>> memory(Duration longestMemory) {
    Duration atLeastOneWindow = longestMemory.compareTo(WINDOW) > 0 ? longestMemory : WINDOW;
    return Stores.windowStoreBuilder(
            // With duplicates retained a null put would not delete (KAFKA-9921).
            Stores.persistentWindowStore(MEMORY, atLeastOneWindow.plus(SLACK), WINDOW, false),
            Serdes.String(),
            Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(COMPACTED_AND_EXPIRING);
  }

  static StoreBuilder<KeyValueStore<String, Long>> tally() {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(TALLY), Serdes.String(), Serdes.Long())
        .withCachingEnabled()
        .withLoggingEnabled(COMPACTED);
  }

  static StoreBuilder<KeyValueStore<String, byte[]>> positions() {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(POSITIONS), Serdes.String(), Serdes.ByteArray())
        .withCachingEnabled()
        .withLoggingEnabled(COMPACTED);
  }
}
