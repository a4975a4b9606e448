package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How {@code actonce watch} shows an outcome: one line each. */
enum WatchFormat {
  /** For people. */
  TEXT,
  /** All members of the outcome. */
  JSON,
  /** For tools that measure how reliable agents are. */
  TASK_RECORDS;

  /**
   * The format that is meant.
   *
   * @param named by {@code --format}; null when that is not given
   * @param json whether {@code --json} is given
   * @throws ActOnceException INVALID_SETTING for an unknown name, or when the two contradict
   */
  static WatchFormat of(@Nullable String named, boolean json) {
    if (named == null) {
      return json ? JSON : TEXT;
    }
    WatchFormat format =
        Stream.of(values())
            .filter(each -> each.text().equals(named))
            .findFirst()
            .orElseThrow(
                () ->
                    new ActOnceException(
                        ErrorCode.INVALID_SETTING,
                        "unknown --format '" + named + "'; " + Spelling.advice(named, names())));
    if (json && format != JSON) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "--json and --format " + named + " contradict each other; leave one of them out");
    }
    return format;
  }

  private static List<String> names() {
    return Stream.of(values()).map(WatchFormat::text).toList();
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String line(OutcomeEvent event) {
    return switch (this) {
      case TEXT -> OutcomeText.line(event);
      case JSON -> OutcomeText.json(event);
      case TASK_RECORDS -> TaskRecord.json(event);
    };
  }
}
