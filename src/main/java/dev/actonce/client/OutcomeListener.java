package dev.actonce.client;

import dev.actonce.core.outcome.OutcomeEvent;

/**
 * Is told outcome events as they are read.
 *
 * <p>Called by the client's reader thread, one event at a time, in the order of each partition. It
 * must return quickly: while it runs, no waiting publication is answered. What it throws is logged
 * and changes nothing.
 */
@FunctionalInterface
public interface OutcomeListener {
  /** Takes one event; an event of the same key is never told by two threads at once. */
  void onOutcome(OutcomeEvent event);
}
