package dev.actonce.cli.audit;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of a CSV file as in RFC 4180: fields between commas, quoted ones with doubled quotes
 * and line breaks inside. Stricter than most: a quote inside an unquoted field, or text after a
 * closing quote, makes a record unreadable. A quote that is never closed spoils its own line only.
 * Confined to one thread.
 */
final class CsvRecords {
  /** Most lines of one record. */
  static final int MAX_LINES = 100;

  private final Lines lines;
  private final Deque<Lines.Line> ahead = new ArrayDeque<>();

  CsvRecords(Lines lines) {
    this.lines = lines;
  }

  /**
   * One record.
   *
   * @param line where it starts, from 1
   * @param fields its fields; none when it is not readable
   * @param problem why it is not readable; null when it is
   */
  record Row(long line, List<String> fields, @Nullable String problem) {}

  /** The next record that is not an empty line; null at the end. */
  @Nullable Row next() throws IOException {
    Lines.Line first = line();
    while (first != null && first.problem() == null && first.text().isEmpty()) {
      first = line();
    }
    return first == null ? null : row(first);
  }

  private Lines.@Nullable Line line() throws IOException {
    Lines.Line waiting = ahead.poll();
    return waiting == null ? lines.next() : waiting;
  }

  private Row row(Lines.Line first) throws IOException {
    if (first.problem() != null) {
      return new Row(first.number(), List.of(), first.problem());
    }
    StringBuilder text = new StringBuilder(first.text());
    List<Lines.Line> taken = new ArrayList<>();
    Lines.Line next = isOpen(text) ? line() : null;
    while (next != null && next.problem() == null && taken.size() < MAX_LINES) {
      taken.add(next);
      text.append('\n').append(next.text());
      next = isOpen(text) ? line() : null;
    }
    if (next != null) {
      ahead.addFirst(next);
    }
    if (isOpen(text)) {
      for (int i = taken.size() - 1; i >= 0; i--) {
        ahead.addFirst(taken.get(i));
      }
      return new Row(first.number(), List.of(), "a quote is not closed");
    }
    return split(text.toString())
        .map(fields -> new Row(first.number(), fields, null))
        .orElseGet(
            () ->
                new Row(
                    first.number(),
                    List.of(),
                    "a quote stands inside a field; quote the whole field and double the quote"));
  }

  private static boolean isOpen(CharSequence text) {
    return text.chars().filter(c -> c == '"').count() % 2 == 1;
  }

  /** The fields; empty when a quote stands where none may. The quotes are known to be even. */
  private static Optional<List<String>> split(String text) {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (at <= text.length()) {
      int end;
      if (at < text.length() && text.charAt(at) == '"') {
        end = closingQuote(text, at) + 1;
        if (end == 0 || (end < text.length() && text.charAt(end) != ',')) {
          return Optional.empty();
        }
        fields.add(text.substring(at + 1, end - 1).replace("\"\"", "\""));
      } else {
        int comma = text.indexOf(',', at);
        end = comma < 0 ? text.length() : comma;
        String field = text.substring(at, end);
        if (field.indexOf('"') >= 0) {
          return Optional.empty();
        }
        fields.add(field);
      }
      at = end + 1;
    }
    return Optional.of(fields);
  }

  private static int closingQuote(String text, int opening) {
    int at = text.indexOf('"', opening + 1);
    while (at >= 0 && at + 1 < text.length() && text.charAt(at + 1) == '"') {
      at = text.indexOf('"', at + 2);
    }
    return at;
  }
}
