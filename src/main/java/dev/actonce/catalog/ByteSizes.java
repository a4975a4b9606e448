package dev.actonce.catalog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: a whole number and {@code B}, {@code KiB} or {@code MiB}. */
final class ByteSizes {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(B|KiB|MiB)");

  /** What to write instead of a text that is no size. */
  static final String REMEDY = "write a whole number with B, KiB or MiB, such as 64KiB";

  private ByteSizes() {}

  /** The number of bytes, or empty when the text is none. */
  static Optional<Long> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "B" -> amount;
          case "KiB" -> amount * 1024;
          default -> amount * 1024 * 1024;
        });
  }
}
