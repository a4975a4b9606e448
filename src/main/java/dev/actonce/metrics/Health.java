package dev.actonce.metrics;

import java.util.List;

/**
 * Whether a process is well. Asked from the endpoint's threads; answers at once.
 *
 * <p><b>Live</b>: it can still get well by itself; if not, restart it. <b>Ready</b>: it does its
 * work now. A gate that restores, or an executor that joins its group, is live and not ready.
 */
public interface Health {

  /**
   * One part of the process.
   *
   * @param part gate or executor
   * @param live whether its thread runs and its loop turns
   * @param ready whether it does its work now
   * @param reason what it is at, for people; never a secret
   */
  record Part(String part, boolean live, boolean ready, String reason) {}

  /** The parts, in a fixed order. */
  List<Part> parts();
}
