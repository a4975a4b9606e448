package dev.actonce.config;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A record that a person wants passed without being read: {@code TOPIC-PARTITION@OFFSET}.
 *
 * @param topic full name, with its prefix
 * @param partition 0 or more
 * @param offset 0 or more
 */
public record SkipPoint(String topic, int partition, long offset) {
  /** How one is written. */
  public static final String FORM = "TOPIC-PARTITION@OFFSET, such as actonce.intents-3@4711";

  private static final Pattern WRITTEN =
      Pattern.compile("([A-Za-z0-9._-]{1,249})-(\\d{1,9})@(\\d{1,18})");

  /**
   * Reads one.
   *
   * @throws ActOnceException INVALID_SETTING with the right form
   */
  public static SkipPoint parse(String text) {
    Matcher matcher = WRITTEN.matcher(text.strip());
    if (!matcher.matches()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "--skip must be " + FORM + "; got '" + text + "'");
    }
    return new SkipPoint(
        matcher.group(1), Integer.parseInt(matcher.group(2)), Long.parseLong(matcher.group(3)));
  }

  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
