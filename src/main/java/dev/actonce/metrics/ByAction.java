package dev.actonce.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * One meter for each action of the catalog and one for all others, made beforehand, so that a
 * record costs one look-up in a map. Immutable.
 */
final class ByAction<M> {
  private final Map<String, M> meters = new HashMap<>();
  private final M other;

  ByAction(Labels labels, Function<String, M> maker) {
    labels.actions().forEach(action -> meters.put(action, maker.apply(action)));
    other = Objects.requireNonNull(maker.apply(""));
  }

  M of(String action) {
    return meters.getOrDefault(action, other);
  }
}
