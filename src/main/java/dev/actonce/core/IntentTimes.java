package dev.actonce.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells times of an intent that cannot be meant: those outside of the years 2000 to 2199. They come
 * from agents that count seconds, microseconds or nanoseconds where milliseconds are expected, or
 * from fields that nobody set. Refused rather than guessed, and before anything is concluded from
 * them: a wrong unit must not look like a wish that is too old, or a deadline that never comes.
 */
public final class IntentTimes {
  /** The earliest time that is taken. */
  public static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  /** The first one that is not taken any more. */
  public static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

  private static final double MILLIS_PER_SECOND = 1e3;

  private IntentTimes() {}

  /** What is wrong with the times of an intent, and what to do; null if nothing is. */
  public static @Nullable String problem(ActionIntent intent) {
    String issuedAt = problem("issuedAt", intent.issuedAt());
    return issuedAt == null ? problem("deadline", intent.deadline()) : issuedAt;
  }

  /**
   * As above, for one of them.
   *
   * @param name of the time, for the message
   */
  public static @Nullable String problem(String name, @Nullable Instant time) {
    if (time == null || (!time.isBefore(EARLIEST) && time.isBefore(END))) {
      return null;
    }
    double millis = time.getEpochSecond() * MILLIS_PER_SECOND + time.getNano() / 1e6;
    return name + " " + time + " " + advice(millis);
  }

  /**
   * What to do about a number that is no plausible count of milliseconds since 1970: names the unit
   * that it looks like. The rest of a sentence about it.
   */
  public static String advice(double number) {
    String unit =
        isPlausible(number * 1e3)
            ? "looks like seconds; "
            : isPlausible(number / 1e3)
                ? "looks like microseconds; "
                : isPlausible(number / 1e6)
                    ? "looks like nanoseconds; "
                    : isPlausible(number)
                        ? "is no whole number; "
                        : "is not in the years 2000 to 2199; ";
    return unit
        + "send whole milliseconds since 1970 or, in JSON, ISO-8601; leave out what is not set";
  }

  /** Whether so many milliseconds since 1970 can be meant. */
  public static boolean isPlausible(double millis) {
    return millis >= EARLIEST.toEpochMilli() && millis < END.toEpochMilli();
  }
}
