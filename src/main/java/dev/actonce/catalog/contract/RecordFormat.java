package dev.actonce.catalog.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The text of a record: one JSON object with the members {@code format} (1), {@code tool}, {@code
 * policyHash}, {@code adapterVersion}, {@code rows} and {@code date}. Anything else is refused, so
 * that no half-read record counts as proof.
 */
final class RecordFormat {
  private static final int FORMAT = 1;
  private static final Set<String> MEMBERS =
      Set.of("format", "tool", "policyHash", "adapterVersion", "rows", "date");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private RecordFormat() {}

  /** Ends with a line end, because records are meant to be committed. */
  static String write(ContractRecord record) {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("tool", record.tool());
    json.put("policyHash", record.policyHash());
    json.put("adapterVersion", record.adapterVersion());
    record.rows().forEach(json.putArray("rows")::add);
    json.put("date", record.date().toString());
    return json.toPrettyString() + "\n";
  }

  /**
   * Reads a record.
   *
   * @throws ActOnceException INVALID_SETTING that says what is wrong with the text
   */
  static ContractRecord read(String text) {
    try {
      if (JSON.readTree(text) instanceof ObjectNode json) {
        return record(json);
      }
    } catch (JsonProcessingException e) {
      throw invalid("it is no JSON: " + e.getOriginalMessage(), e);
    } catch (DateTimeException e) {
      throw invalid("'date' is no date such as 2026-11-30", e);
    }
    throw invalid("it is no JSON object", null);
  }

  private static ContractRecord record(ObjectNode json) {
    Set<String> found = new TreeSet<>();
    json.fieldNames().forEachRemaining(found::add);
    if (!found.equals(MEMBERS)) {
      throw invalid("its members are " + found + ", expected " + new TreeSet<>(MEMBERS), null);
    }
    if (!json.path("format").isInt() || json.path("format").intValue() != FORMAT) {
      throw invalid(
          "its format is " + json.path("format") + ", this version reads " + FORMAT, null);
    }
    return new ContractRecord(
        text(json.path("tool"), "tool"),
        text(json.path("policyHash"), "policyHash"),
        text(json.path("adapterVersion"), "adapterVersion"),
        rows(json.path("rows")),
        LocalDate.parse(text(json.path("date"), "date")));
  }

  private static List<String> rows(JsonNode rows) {
    if (!rows.isArray()) {
      throw invalid("'rows' is no list", null);
    }
    List<String> names = new ArrayList<>();
    rows.forEach(row -> names.add(text(row, "rows")));
    return names;
  }

  private static String text(JsonNode value, String name) {
    if (!value.isTextual()) {
      throw invalid("'" + name + "' holds " + value + ", which is no text", null);
    }
    return value.textValue();
  }

  private static ActOnceException invalid(String what, @Nullable Throwable cause) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, "not a contract record: " + what, cause);
  }
}
