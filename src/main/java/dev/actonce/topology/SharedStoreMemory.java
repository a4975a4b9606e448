package dev.actonce.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;

/**
 * Makes every store use the gate's one {@link StoreMemory}. Public because Kafka Streams creates
 * it, one for each store; it takes the memory from the configuration, so that nothing is static.
 */
public final class SharedStoreMemory implements RocksDBConfigSetter {
  /**
   * Smallest piece of memory for writes. RocksDB's own choice is 1 MiB, and most of a gate's
   * databases get few writes, so dozens of partitions would fill the bound with empty pieces.
   */
  private static final long ARENA_BYTES = 64 * 1024;

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
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(memory.writes());
    options.setArenaBlockSize(ARENA_BYTES);
  }

  /** Keeps the memory: it belongs to the gate, not to the store. */
  @Override
  public void close(String storeName, Options options) {}
}
