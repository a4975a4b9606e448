package dev.actonce.wire;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map that forgets what was used longest ago. Thread-safe. */
final class BoundedCache<K, V> {
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final int maxEntries;
  private final long maxWeight;
  private long weight;

  private record Entry<V>(V value, long weight) {}

  BoundedCache(int maxEntries) {
    this(maxEntries, Long.MAX_VALUE);
  }

  /**
   * @param maxWeight of all entries together, in the unit of {@link #put(Object, Object, long)}
   */
  BoundedCache(int maxEntries, long maxWeight) {
    this.maxEntries = maxEntries;
    this.maxWeight = maxWeight;
  }

  synchronized @Nullable V get(K key) {
    Entry<V> entry = entries.get(key);
    return entry == null ? null : entry.value();
  }

  void put(K key, V value) {
    put(key, value, 0);
  }

  /** Keeps a value, and forgets others until all have room; the newest is kept in any case. */
  synchronized void put(K key, V value, long valueWeight) {
    remove(key);
    entries.put(key, new Entry<>(value, valueWeight));
    weight += valueWeight;
    Iterator<Entry<V>> oldestFirst = entries.values().iterator();
    while (entries.size() > 1 && (entries.size() > maxEntries || weight > maxWeight)) {
      weight -= oldestFirst.next().weight();
      oldestFirst.remove();
    }
  }

  synchronized void remove(K key) {
    Entry<V> removed = entries.remove(key);
    weight -= removed == null ? 0 : removed.weight();
  }
}
