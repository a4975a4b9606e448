package dev.actonce.node;

import dev.actonce.core.ActOnceException;
import java.time.Duration;
import java.util.Optional;

/** A running gate or executor with all that it needs. Thread-safe. */
public interface Node extends AutoCloseable {
  /** {@code gate} or {@code executor}. */
  String name();

  /** Whether it has begun to serve its share of the partitions, and has not failed. */
  boolean isReady();

  /** What keeps it from its work although it runs, for people; empty if nothing does. */
  Optional<String> obstacle();

  /**
   * Waits until it serves its share of the partitions.
   *
   * @throws ActOnceException its {@link #failure} if it has one; TIMED_OUT with what it waits for,
   *     if it is not ready in time; INTERRUPTED
   */
  void awaitReady(Duration limit);

  /** What ended it although nobody closed it, also if it ended without a word; else empty. */
  Optional<ActOnceException> failure();

  /** Ends it cleanly, then closes what was opened for it, in reverse order. */
  @Override
  void close();
}
