package dev.actonce.client;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Which outcome partitions the reader follows, and from where. A partition is followed while
 * someone holds it, and a moment longer, so that an agent's next publish finds it in place.
 *
 * <p>Thread-safe; each method is one atomic step.
 */
final class Assignments {
  /** How long a partition is followed after its last holder left. */
  static final long KEEP_NANOS = 1_000_000_000L;

  private final LongSupplier nanoClock;
  private final Map<Integer, Integer> holders = new HashMap<>();
  private final Map<Integer, Long> releasedAtNanos = new HashMap<>();
  private final Map<Integer, Long> positions = new HashMap<>();

  /**
   * Nothing is followed yet.
   *
   * @param nanoClock monotonic
   */
  Assignments(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Holds partitions; each call needs one {@link #release}.
   *
   * @return those that are not followed yet, and need a start position
   */
  synchronized Set<Integer> hold(Collection<Integer> partitions) {
    Set<Integer> missing = new HashSet<>();
    for (Integer partition : partitions) {
      holders.merge(partition, 1, Integer::sum);
      releasedAtNanos.remove(partition);
      if (!positions.containsKey(partition)) {
        missing.add(partition);
      }
    }
    return missing;
  }

  /** Follows partitions from these offsets; one that is followed already keeps its position. */
  synchronized void start(Map<Integer, Long> offsets) {
    offsets.forEach(positions::putIfAbsent);
  }

  synchronized void release(Collection<Integer> partitions) {
    long nowNanos = nanoClock.getAsLong();
    for (Integer partition : partitions) {
      holders.computeIfPresent(partition, (p, count) -> count == 1 ? null : count - 1);
      if (!holders.containsKey(partition)) {
        releasedAtNanos.put(partition, nowNanos);
      }
    }
  }

  /** What is to be followed now, with the next offset of each partition. */
  synchronized Map<Integer, Long> current() {
    long nowNanos = nanoClock.getAsLong();
    Iterator<Map.Entry<Integer, Long>> released = releasedAtNanos.entrySet().iterator();
    while (released.hasNext()) {
      Map.Entry<Integer, Long> entry = released.next();
      if (nowNanos - entry.getValue() >= KEEP_NANOS) {
        positions.remove(entry.getKey());
        released.remove();
      }
    }
    return Map.copyOf(positions);
  }

  /** Remembers how far a partition was read. */
  synchronized void advance(int partition, long nextOffset) {
    positions.computeIfPresent(partition, (p, old) -> nextOffset);
  }
}
