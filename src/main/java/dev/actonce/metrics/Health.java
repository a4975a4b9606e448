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
   * @param part gate, executor or suspects
   * @param live whether its thread runs and its loop turns
   * @param ready whether it does its work now
   * @param reason what it is at, for people; never a secret
   * @param weight whether the process depends on it
   */
  record Part(String part, boolean live, boolean ready, String reason, Weight weight) {
    /** A part without which the process does not do its work. */
    public Part(String part, boolean live, boolean ready, String reason) {
      this(part, live, ready, reason, Weight.ESSENTIAL);
    }

    /** A part that is shown, but for which nothing is restarted or taken out of service. */
    public static Part aside(String part, boolean live, boolean ready, String reason) {
      return new Part(part, live, ready, reason, Weight.ASIDE);
    }
  }

  /** Whether a process is well only if this part is. */
  enum Weight {
    ESSENTIAL,
    ASIDE
  }

  /** The parts, in a fixed order. */
  List<Part> parts();
}
