package dev.actonce.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The simulation by time instead of by count, over seeds that no other run has had: {@code mvn -q
 * -Psoak test -Dactonce.soak=10m}. The duration is a number with {@code s}, {@code m} or {@code h},
 * at most 24 h. Prints its progress about every ten seconds, and stops by itself.
 */
@EnabledIfSystemProperty(named = SoakTest.PROPERTY, matches = ".+")
class SoakTest {
  static final String PROPERTY = "actonce.soak";

  private static final Duration LONGEST = Duration.ofHours(24);
  private static final Duration PROGRESS = Duration.ofSeconds(10);
  private static final int CHUNK = 2_000;

  private final InstantSource clock = InstantSource.system();

  @Test
  void keepsItsPromisesForAsLongAsItIsTold() {
    Duration length = length(System.getProperty(PROPERTY, ""));
    Instant start = clock.instant();
    Instant end = start.plus(length);
    long first = start.toEpochMilli() * 1_000;
    long done = 0;
    Instant reported = start;
    while (clock.instant().isBefore(end)) {
      Seeds.run(first + done, first + done + CHUNK - 1);
      done += CHUNK;
      if (Duration.between(reported, clock.instant()).compareTo(PROGRESS) >= 0) {
        reported = clock.instant();
        report(first, done, Duration.between(start, reported), length);
      }
    }
    report(first, done, Duration.between(start, clock.instant()), length);
  }

  private static void report(long first, long done, Duration passed, Duration length) {
    System.out.printf(
        "soak: %d seeds from %d, %.0f seeds/s, %d of %d s%n",
        done, first, done * 1e3 / passed.toMillis(), passed.toSeconds(), length.toSeconds());
  }

  private static Duration length(String text) {
    if (!text.matches("[1-9]\\d{0,5}[smh]")) {
      throw new IllegalArgumentException(
          "-D" + PROPERTY + " must be a duration such as 90s, 10m or 2h, got '" + text + "'");
    }
    Duration length = Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    if (length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "-D" + PROPERTY + " must be at most " + LONGEST.toHours() + " h, got '" + text + "'");
    }
    return length;
  }
}
