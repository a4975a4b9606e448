package dev.actonce.client;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener, with the key it asks for (null for all) and the partitions that it holds. */
final class Subscriber {
  private static final Logger LOG = LoggerFactory.getLogger(Subscriber.class);

  private final @Nullable IdempotencyKey key;
  private final OutcomeListener listener;
  private final Set<Integer> held;

  Subscriber(@Nullable IdempotencyKey key, OutcomeListener listener, Set<Integer> held) {
    this.key = key;
    this.listener = listener;
    this.held = held;
  }

  Set<Integer> held() {
    return held;
  }

  /**
   * Tells the listener, if it wants the event. It is foreign code: whatever it throws is logged.
   */
  void tell(OutcomeEvent event) {
    if (key != null && !key.equals(event.key())) {
      return;
    }
    try {
      listener.onOutcome(event);
    } catch (Throwable e) {
      LOG.warn("an outcome listener failed, key={} status={}", event.key(), event.status(), e);
    }
  }
}
