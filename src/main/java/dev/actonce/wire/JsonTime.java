package dev.actonce.wire;

import dev.actonce.core.IntentTimes;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time in JSON: ISO-8601 with an offset, in the spellings that {@code instants} in a tool's
 * policy takes and with a space for the T, or whole milliseconds since 1970, as a number in any
 * spelling of JSON or as a text that holds it, as 64-bit numbers are written for JavaScript.
 *
 * @param time to the millisecond; null with a problem
 * @param problem the rest of a sentence about the time; null without one
 */
record JsonTime(@Nullable Instant time, @Nullable String problem) {
  private static final int MAX_CHARS = 64;
  private static final Pattern FORM =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2})"
              + "(?:(:[0-9]{2})(?:(\\.[0-9]{1,9})[0-9]*)?)?"
              + "(?:[Zz]|([+-][0-9]{2})(?::?([0-9]{2}))?)");
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?");

  private static final String ADVICE =
      "is no time; send ISO-8601 with an offset, as 2026-01-01T10:00:00Z, or whole milliseconds"
          + " since 1970";

  private static final JsonTime NONE = new JsonTime(null, ADVICE);

  /** Of the text of a number. */
  static JsonTime ofNumber(String digits) {
    if (digits.length() > MAX_CHARS) {
      return NONE;
    }
    try {
      if (WHOLE.matcher(digits).matches()) {
        return new JsonTime(Instant.ofEpochMilli(Long.parseLong(digits)), null);
      }
      double number = Double.parseDouble(digits);
      return number == Math.rint(number) && IntentTimes.isPlausible(number)
          ? ofNumber(new BigDecimal(digits).toBigInteger().toString())
          : new JsonTime(null, IntentTimes.advice(number));
    } catch (NumberFormatException e) {
      return NONE;
    }
  }

  /** Of a text. */
  static JsonTime ofText(String text) {
    if (text.length() > MAX_CHARS) {
      return NONE;
    }
    if (NUMBER.matcher(text).matches()) {
      return ofNumber(text);
    }
    Matcher form = FORM.matcher(text);
    try {
      String iso = form.matches() ? iso(form) : text;
      // Milliseconds are the precision of the wire.
      return new JsonTime(
          Instant.ofEpochMilli(OffsetDateTime.parse(iso).toInstant().toEpochMilli()), null);
    } catch (DateTimeException | ArithmeticException e) {
      return NONE;
    }
  }

  private static String iso(Matcher form) {
    String seconds = or(form.group(3), ":00");
    String offset = form.group(5) == null ? "Z" : form.group(5) + ":" + or(form.group(6), "00");
    return form.group(1) + "T" + form.group(2) + seconds + or(form.group(4), "") + offset;
  }

  private static String or(@Nullable String part, String absent) {
    return part == null ? absent : part;
  }
}
