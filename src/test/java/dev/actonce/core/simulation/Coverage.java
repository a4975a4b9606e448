package dev.actonce.core.simulation;

import dev.actonce.core.execution.Claim;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How often faults, verdicts, states and landmarks were reached. */
final class Coverage {
  /** A claim as written before and after; null states are "no claim". */
  record Transition(String from, String to) {
    static Transition of(Claim.@Nullable State from, Claim.@Nullable State to) {
      return new Transition(from == null ? "-" : from.name(), to == null ? "-" : to.name());
    }

    @Override
    public String toString() {
      return from + ">" + to;
    }
  }

  private final Map<Object, Long> counts = new HashMap<>();

  void reached(Object place) {
    counts.merge(place, 1L, Long::sum);
  }

  long count(Object place) {
    return counts.getOrDefault(place, 0L);
  }

  /** Adds another run's counts to this one's. */
  Coverage add(Coverage other) {
    other.counts.forEach((place, count) -> counts.merge(place, count, Long::sum));
    return this;
  }

  @Override
  public String toString() {
    Map<String, Long> sorted = new TreeMap<>();
    counts.forEach((place, count) -> sorted.put(name(place), count));
    return sorted.toString();
  }

  private static String name(Object place) {
    return place instanceof Enum<?> constant
        ? constant.getDeclaringClass().getSimpleName() + "." + constant.name()
        : place.toString();
  }
}
