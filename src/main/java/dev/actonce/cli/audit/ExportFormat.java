package dev.actonce.cli.audit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The form of a provider's export. */
public enum ExportFormat {
  /** One JSON object on each line. */
  JSON,
  /** As in RFC 4180, with a header. */
  CSV;

  /**
   * The named format, or else the one of the file's name.
   *
   * @throws ActOnceException INVALID_SETTING if neither tells one
   */
  public static ExportFormat of(@Nullable String named, Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    String text = named == null ? name.substring(name.lastIndexOf('.') + 1) : named;
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "json", "jsonl", "ndjson" -> JSON;
      case "csv" -> CSV;
      default ->
          throw new ActOnceException(
              ErrorCode.INVALID_SETTING,
              (named == null
                      ? "the name of " + file + " does not show its format"
                      : "unknown format '" + named + "'")
                  + "; give --provider-log-format json (an object on each line) or csv (with a"
                  + " header)");
    };
  }
}
