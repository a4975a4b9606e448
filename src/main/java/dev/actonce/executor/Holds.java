package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owned partitions that cannot be served, because of a claim that cannot be read or performed. They
 * are left as they are and tried again now and then; the executor serves its others, and is not
 * ready. Confined to the poll thread.
 */
final class Holds {
  /** Between two attempts: each reads the claims of the partition. */
  static final Duration PAUSE = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(Holds.class);

  private record Hold(String reason, long dueNanos) {}

  private final LongSupplier nanos;
  private final Map<Integer, Hold> held = new TreeMap<>();

  Holds(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void hold(int partition, ActOnceException e) {
    String reason = String.valueOf(e.getMessage());
    Hold before = held.put(partition, new Hold(reason, nanos.getAsLong() + PAUSE.toNanos()));
    if (before == null || !before.reason().equals(reason)) {
      LOG.error("partition {} is not served, the others are: {}", partition, reason);
    }
  }

  void release(int partition) {
    held.remove(partition);
  }

  /** They are given away. */
  void drop(Collection<Integer> partitions) {
    held.keySet().removeAll(partitions);
  }

  /** What is to be tried again. */
  Set<Integer> due() {
    long now = nanos.getAsLong();
    return held.entrySet().stream()
        .filter(entry -> entry.getValue().dueNanos() - now <= 0)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  int count() {
    return held.size();
  }

  /** Why it does not serve its whole share; empty if it does. */
  Optional<String> obstacle() {
    return held.entrySet().stream()
        .findFirst()
        .map(
            first ->
                "partitions " + held.keySet() + " are not served: " + first.getValue().reason());
  }
}
