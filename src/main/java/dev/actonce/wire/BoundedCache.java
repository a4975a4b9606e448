package dev.actonce.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map that forgets what was used longest ago. Thread-safe. */
final class BoundedCache<K, V> {
  private final Map<K, V> entries;

  BoundedCache(int maxEntries) {
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > maxEntries;
          }
        };
  }

  synchronized @Nullable V get(K key) {
    return entries.get(key);
  }

  synchronized void put(K key, V value) {
    entries.put(key, value);
  }

  synchronized void remove(K key) {
    entries.remove(key);
  }
}
