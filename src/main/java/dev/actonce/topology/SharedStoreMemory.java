package dev.actonce.topology;

import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;

/**
 * Makes every store use the gate's one {@link StoreMemory}, and makes it tell quickly what it does
 * not hold: most keys that a gate looks up are new. Public because Kafka Streams creates it, one
 * for each store; it takes the memory from the configuration, so that nothing is static.
 */
public final class SharedStoreMemory implements RocksDBConfigSetter {
  /**
   * Smallest piece of memory for writes. RocksDB's own choice is 1 MiB, and most of a gate's
   * databases get few writes, so dozens of partitions would fill the bound with empty pieces.
   */
  private static final long ARENA_BYTES = 64 * 1024;

  /** Kafka's 4 KiB would take four times the memory for indexes. */
  private static final long BLOCK_BYTES = 16 * 1024;

  /**
   * A window store finds a key by a range over all times, which RocksDB's filters serve by the
   * keys' beginnings only. Idempotency keys and fingerprints are longer than this, and differ in
   * it. Both ends of a range begin with the key, so that no filter can hide an entry.
   */
  private static final int PREFIX_BYTES = 32;

  private static final List<String> WINDOW_STORES =
      List.of(GateStores.MEMORY, SuspectTopology.SIGHTINGS);

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    if (!(configs.get(StoreMemory.CONFIG) instanceof StoreMemory memory)) {
      throw new IllegalStateException(StoreMemory.CONFIG + " is missing");
    }
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(memory.cache());
    // Inside the bound, and never driven out by data blocks.
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    table.setPinTopLevelIndexAndFilter(true);
    table.setBlockSize(BLOCK_BYTES);
    // Kafka leaves out the filters of the oldest level, where nearly all keys are.
    options.setOptimizeFiltersForHits(false);
    if (isOfWindowStore(storeName)) {
      options.useFixedLengthPrefixExtractor(PREFIX_BYTES);
      table.setWholeKeyFiltering(false);
    }
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(memory.writes());
    options.setArenaBlockSize(ARENA_BYTES);
  }

  /** Each segment of a window store is a database, and called after its beginning in time. */
  private static boolean isOfWindowStore(String database) {
    return WINDOW_STORES.stream().anyMatch(store -> database.startsWith(store + "."));
  }

  /** Keeps the memory: it belongs to the gate, not to the store. */
  @Override
  public void close(String storeName, Options options) {}
}
