package dev.actonce.core.key;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Spells an ISO-8601 instant in one way: UTC, seconds always, a fraction without trailing zeros.
 * Text that is no such instant (no offset, no such day, a leap second, a year outside 1 to 9999)
 * stays as it is.
 */
final class InstantText {
  /** Longest text that is tried; an instant with a longer fraction is compared verbatim. */
  static final int MAX_LENGTH = 64;

  private static final Pattern FORM =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2})"
              + "(?::([0-9]{2})(?:\\.([0-9]+))?)?"
              + "(?:[Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)");

  private static final int MIN_YEAR = 1;
  private static final int MAX_YEAR = 9999;
  private static final int MAX_OFFSET_HOURS = 23;
  private static final int MAX_OFFSET_MINUTES = 59;

  private InstantText() {}

  /** The instant in its one spelling, or the text itself. */
  static String canonicalOrSame(String text) {
    if (text.length() > MAX_LENGTH) {
      return text;
    }
    Matcher form = FORM.matcher(text);
    return form.matches() ? inUtcOrSame(form, text) : text;
  }

  private static String inUtcOrSame(Matcher form, String text) {
    int hours = number(form, 9);
    int minutes = number(form, 10);
    if (hours > MAX_OFFSET_HOURS || minutes > MAX_OFFSET_MINUTES || number(form, 1) < MIN_YEAR) {
      return text;
    }
    int east = (hours * 60 + minutes) * ("-".equals(form.group(8)) ? -1 : 1);
    LocalDateTime utc;
    try {
      utc =
          LocalDateTime.of(
                  number(form, 1),
                  number(form, 2),
                  number(form, 3),
                  number(form, 4),
                  number(form, 5),
                  number(form, 6))
              .minusMinutes(east);
    } catch (DateTimeException noSuchDayOrTime) {
      return text;
    }
    return utc.getYear() < MIN_YEAR || utc.getYear() > MAX_YEAR ? text : spell(utc, form);
  }

  private static String spell(LocalDateTime utc, Matcher form) {
    StringBuilder spelling = new StringBuilder(32);
    pad(spelling, utc.getYear(), 1000);
    pad(spelling.append('-'), utc.getMonthValue(), 10);
    pad(spelling.append('-'), utc.getDayOfMonth(), 10);
    pad(spelling.append('T'), utc.getHour(), 10);
    pad(spelling.append(':'), utc.getMinute(), 10);
    pad(spelling.append(':'), utc.getSecond(), 10);
    String fraction = form.group(7) == null ? "" : form.group(7);
    int end = fraction.length();
    while (end > 0 && fraction.charAt(end - 1) == '0') {
      end--;
    }
    if (end > 0) {
      spelling.append('.').append(fraction, 0, end);
    }
    return spelling.append('Z').toString();
  }

  private static void pad(StringBuilder spelling, int value, int highestUnit) {
    for (int unit = highestUnit; unit > 0; unit /= 10) {
      spelling.append((char) ('0' + value / unit % 10));
    }
  }

  private static int number(Matcher form, int group) {
    String digits = form.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }
}
