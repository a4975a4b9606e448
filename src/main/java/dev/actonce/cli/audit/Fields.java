package dev.actonce.cli.audit;

import dev.actonce.core.audit.Effect;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** The fields of one line as an effect. */
final class Fields {
  /** A whole number from here on is milliseconds; below, seconds. Both since 1970. */
  private static final long FIRST_MILLIS = 100_000_000_000L;

  private Fields() {}

  /** A line that is no effect; the message says why. */
  static final class BadLineException extends Exception {
    private static final long serialVersionUID = 1;

    BadLineException(String message) {
      super(message);
    }
  }

  static Effect effect(
      long line,
      @Nullable String key,
      @Nullable String reference,
      @Nullable String action,
      @Nullable String at)
      throws BadLineException {
    String wantedKey = blankAsNull(key);
    String wantedReference = blankAsNull(reference);
    if (wantedKey == null && wantedReference == null) {
      throw new BadLineException("neither key nor reference");
    }
    return new Effect(
        line, wantedKey, wantedReference, blankAsNull(action), instant(blankAsNull(at)));
  }

  private static @Nullable String blankAsNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }

  private static @Nullable Instant instant(@Nullable String text) throws BadLineException {
    if (text == null) {
      return null;
    }
    try {
      if (text.matches("\\d{1,15}")) {
        long number = Long.parseLong(text);
        return number < FIRST_MILLIS ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number);
      }
      return OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
    } catch (DateTimeException e) {
      throw new BadLineException(
          "the time '"
              + (text.length() > 40 ? text.substring(0, 40) + "..." : text)
              + "' is neither ISO-8601 with an offset, such as 2026-01-31T09:00:00Z, nor seconds"
              + " or milliseconds since 1970");
    }
  }
}
