package dev.actonce.kafka;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * Logs what goes to dead letters, in bounded lines: of each interval the first few of each reason
 * in full, then their number. What was not shown is summed up in one line once the interval is
 * over, with the next record or at the end. Thread-safe.
 */
public final class DeadLetterLog implements AutoCloseable {
  /** So many records of one reason are shown in full within an {@link #INTERVAL}. */
  public static final int SHOWN = 5;

  /** Length of an interval. */
  public static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Longest text of one line. */
  private static final int MAX_TEXT = 1_000;

  private final Logger log;
  private final InstantSource clock;
  private final Map<String, Integer> seen = new HashMap<>();
  private final Map<String, Long> hidden = new TreeMap<>();
  private long beganAtMs;

  public DeadLetterLog(Logger log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
    this.beganAtMs = clock.millis();
  }

  /**
   * Notes a record.
   *
   * @param reason one of few, as it is in the dead letter
   * @param message the reason for people
   */
  public synchronized void note(DeadLetter.Source source, String reason, String message) {
    long now = clock.millis();
    if (now - beganAtMs >= INTERVAL.toMillis() || now < beganAtMs) {
      sumUp();
      beganAtMs = now;
    }
    int count = seen.merge(reason, 1, Integer::sum);
    if (count > SHOWN) {
      hidden.merge(reason + " from " + source.topic(), 1L, Long::sum);
      return;
    }
    log.warn("{} goes to dead letters: {}: {}", source, reason, cut(message));
    if (count == SHOWN) {
      log.warn(
          "more {} records are only counted for the rest of {} s", reason, INTERVAL.toSeconds());
    }
  }

  private void sumUp() {
    if (!hidden.isEmpty()) {
      log.warn(
          "went to dead letters besides those shown, since {} s: {}",
          (clock.millis() - beganAtMs) / 1_000,
          hidden.entrySet().stream()
              .map(entry -> entry.getValue() + " " + entry.getKey())
              .collect(Collectors.joining(", ")));
    }
    seen.clear();
    hidden.clear();
  }

  private static String cut(String text) {
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
  }

  /** Sums up what was not shown yet. */
  @Override
  public synchronized void close() {
    sumUp();
  }
}
