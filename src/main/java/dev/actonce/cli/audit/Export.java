package dev.actonce.cli.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.cli.audit.Fields.BadLineException;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import dev.actonce.core.audit.Effect;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A provider's export in a file. It is read line by line, so its size does not matter. Immutable.
 *
 * @param file in UTF-8
 * @param format its form
 * @param fields its names
 */
public record Export(Path file, ExportFormat format, ExportFields fields) {
  /** Longest line, in bytes. */
  static final int MAX_LINE_BYTES = 1024 * 1024;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /**
   * Reads all effects. A line that is none goes to {@code bad}, and the next one is read.
   *
   * @throws ActOnceException INVALID_SETTING if the file cannot be read, or has not the columns
   */
  public void read(Consumer<Effect> effects, BadInput bad) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      Lines lines = new Lines(in, MAX_LINE_BYTES);
      if (format == ExportFormat.JSON) {
        readJson(lines, effects, bad);
      } else {
        readCsv(new CsvRecords(lines), effects, bad);
      }
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot read the provider's export " + file + ": " + e + "; check --provider-log",
          e);
    }
  }

  private void readJson(Lines lines, Consumer<Effect> effects, BadInput bad) throws IOException {
    Lines.Line line = lines.next();
    while (line != null) {
      if (line.problem() != null) {
        bad.add(where(line.number()), line.problem());
      } else if (!line.text().isBlank()) {
        take(line.number(), line.text(), effects, bad);
      }
      line = lines.next();
    }
  }

  private void take(long line, String text, Consumer<Effect> effects, BadInput bad) {
    Effect effect;
    try {
      JsonNode object = JSON.readTree(text);
      if (!object.isObject()) {
        throw new BadLineException("not a JSON object");
      }
      effect =
          Fields.effect(
              line,
              value(object, fields.key()),
              value(object, fields.reference()),
              value(object, fields.action()),
              value(object, fields.at()));
    } catch (JsonProcessingException e) {
      bad.add(where(line), "not JSON: " + e.getOriginalMessage());
      return;
    } catch (BadLineException e) {
      bad.add(where(line), String.valueOf(e.getMessage()));
      return;
    }
    effects.accept(effect);
  }

  private static @Nullable String value(JsonNode object, String name) throws BadLineException {
    JsonNode value = name.startsWith("/") ? object.at(name) : object.path(name);
    if (value.isContainerNode()) {
      throw new BadLineException("'" + name + "' is neither text nor number");
    }
    return value.isMissingNode() || value.isNull() ? null : value.asText();
  }

  private void readCsv(CsvRecords records, Consumer<Effect> effects, BadInput bad)
      throws IOException {
    CsvRecords.Row header = records.next();
    if (header == null || header.problem() != null) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "the provider's export "
              + file
              + " has no header ("
              + (header == null ? "it is empty" : header.problem())
              + "); its first line must name the columns");
    }
    Map<String, Integer> columns = columns(header.fields());
    CsvRecords.Row row = records.next();
    while (row != null) {
      String problem = row.problem();
      if (problem == null && row.fields().size() != header.fields().size()) {
        problem = row.fields().size() + " fields, where the header has " + header.fields().size();
      }
      if (problem == null) {
        take(row, columns, effects, bad);
      } else {
        bad.add(where(row.line()), problem);
      }
      row = records.next();
    }
  }

  private Map<String, Integer> columns(List<String> header) {
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < header.size(); i++) {
      if (columns.put(header.get(i).strip(), i) != null) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            file + " has two columns '" + header.get(i).strip() + "'; rename one of them");
      }
    }
    for (String name : fields.named()) {
      if (!columns.containsKey(name)) {
        throw noColumn(name, columns);
      }
    }
    if (!columns.containsKey(fields.key()) && !columns.containsKey(fields.reference())) {
      throw noColumn(fields.key(), columns);
    }
    return columns;
  }

  private ActOnceException noColumn(String name, Map<String, Integer> columns) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING,
        file
            + " has no column '"
            + name
            + "'; name the columns with --key-field, --reference-field, --action-field and"
            + " --time-field; "
            + Spelling.advice(name, columns.keySet()));
  }

  private void take(
      CsvRecords.Row row, Map<String, Integer> columns, Consumer<Effect> effects, BadInput bad) {
    Effect effect;
    try {
      effect =
          Fields.effect(
              row.line(),
              value(row, columns, fields.key()),
              value(row, columns, fields.reference()),
              value(row, columns, fields.action()),
              value(row, columns, fields.at()));
    } catch (BadLineException e) {
      bad.add(where(row.line()), String.valueOf(e.getMessage()));
      return;
    }
    effects.accept(effect);
  }

  private static @Nullable String value(
      CsvRecords.Row row, Map<String, Integer> columns, String name) {
    Integer column = columns.get(name);
    return column == null ? null : row.fields().get(column);
  }

  private static String where(long line) {
    return "line " + line;
  }
}
