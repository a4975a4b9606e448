package dev.actonce.topology;

import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The memory outside the heap that all stores of a gate share: blocks read from disk, their indexes
 * and filters, and writes that are not on disk yet. Without it each store, and each segment of the
 * memory store, has its own 50 MB of blocks and 48 MB of writes, times the partitions.
 *
 * <p>The bound is soft: a single write or scan may exceed it for a moment rather than fail. At most
 * half of it holds writes. Thread-safe; close it after the stores.
 */
final class StoreMemory implements AutoCloseable {
  /** Under this name the stores find it in their configuration. */
  static final String CONFIG = "actonce.store.memory";

  /** Share of the cache for indexes and filters, which are needed by every look-up. */
  private static final double HIGH_PRIORITY = 0.4;

  private static final int ANY_SHARDS = -1;
  private static final long MIB = 1024L * 1024;

  private final Cache cache;
  private final WriteBufferManager writes;

  static {
    RocksDB.loadLibrary();
  }

  StoreMemory(int mib) {
    long bytes = mib * MIB;
    cache = new LRUCache(bytes, ANY_SHARDS, false, HIGH_PRIORITY);
    writes = new WriteBufferManager(bytes / 2, cache);
  }

  /** Makes the stores of a Streams application use it. */
  void shareIn(Properties settings) {
    settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedStoreMemory.class);
    settings.put(CONFIG, this);
  }

  Cache cache() {
    return cache;
  }

  WriteBufferManager writes() {
    return writes;
  }

  @Override
  public void close() {
    writes.close();
    cache.close();
  }
}
