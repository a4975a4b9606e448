package dev.actonce.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.actonce.core.Spelling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object into a record of an Avro schema: members are fields by name, null counts as
 * absent, times are as {@link JsonTime} says. A field whose property {@value #CONTENT} is {@value
 * #JSON} takes any JSON value and keeps its text as it stands, or a string that holds such text;
 * absent, it is an empty object.
 *
 * <p>The first fault is remembered and reading goes on, so that the sender can be found and told.
 *
 * <p>Implementation: numbers, texts and names are not bounded here but by the size of a record,
 * nesting by Jackson's default of 1,000; no table of names is shared between texts. Confined to one
 * call.
 */
final class JsonRecordReader {
  /** Property of a schema's field that says what its text holds. */
  static final String CONTENT = "contentMediaType";

  /** Its value for JSON. */
  static final String JSON = "application/json";

  private static final int MAX_NAME = 80;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          // Whatever the arguments hold is judged with them.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final WireModel model;
  private final String text;
  private final JsonParser json;
  private @Nullable String problem;

  JsonRecordReader(WireModel model, String text) {
    this.model = model;
    this.text = text;
    try {
      this.json = FACTORY.createParser(text.toCharArray());
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
  }

  /**
   * Fills a record. With a fault, fields may be left null whatever the schema says.
   *
   * @return the first fault; null if there is none
   */
  @Nullable String read(SpecificRecord record) {
    try {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        fill(record, "");
        if (json.nextToken() != null) {
          note("text follows the JSON object");
        }
      } else {
        note("a JSON object is expected");
      }
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? text.length() : e.getLocation().getCharOffset();
      note("it is no JSON (RFC 8259) from character " + at + " on");
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
    return problem;
  }

  private void fill(SpecificRecord record, String prefix) throws IOException {
    Schema schema = record.getSchema();
    Set<String> seen = new HashSet<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      Schema.Field field = schema.getField(name);
      if (field == null) {
        note(unknown(prefix + name, name, schema));
        json.skipChildren();
      } else if (!seen.add(name)) {
        note("'" + prefix + name + "' occurs twice; send it once");
        json.skipChildren();
      } else if (json.currentToken() != JsonToken.VALUE_NULL) {
        record.put(field.pos(), value(field, prefix + name));
      }
    }
    complete(record, prefix);
  }

  private void complete(SpecificRecord record, String prefix) {
    for (Schema.Field field : record.getSchema().getFields()) {
      if (record.get(field.pos()) == null && !field.schema().isNullable()) {
        if (field.hasDefaultValue()) {
          record.put(field.pos(), model.getDefaultValue(field));
        } else if (JSON.equals(field.getProp(CONTENT))) {
          record.put(field.pos(), "{}");
        } else {
          note("'" + prefix + field.name() + "' is missing");
        }
      }
    }
  }

  private @Nullable Object value(Schema.Field field, String path) throws IOException {
    if (JSON.equals(field.getProp(CONTENT))) {
      return raw();
    }
    Schema schema = field.schema().isUnion() ? field.schema().getTypes().get(1) : field.schema();
    return switch (schema.getType()) {
      case STRING -> string(path);
      case RECORD -> record(schema, path);
      case MAP -> texts(path);
      case LONG -> instant(schema, path);
      default -> throw new IllegalStateException("no JSON form for " + field);
    };
  }

  /** The text of the value at hand, exactly as it was sent. */
  private String raw() throws IOException {
    JsonToken token = json.currentToken();
    if (!token.isStructStart()) {
      return json.getText();
    }
    int start = Math.toIntExact(json.currentTokenLocation().getCharOffset());
    json.skipChildren();
    return text.substring(start, Math.toIntExact(json.currentLocation().getCharOffset()));
  }

  private @Nullable String string(String path) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      skipWrong(path, "a text");
      return null;
    }
    String value = json.getText();
    if (!isUnicode(value)) {
      note("'" + path + "' has a lone surrogate; send valid Unicode");
      return null;
    }
    return value;
  }

  /** A lone surrogate would turn into a question mark and make other texts equal. */
  private static boolean isUnicode(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private @Nullable SpecificRecord record(Schema schema, String path) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      skipWrong(path, "an object");
      return null;
    }
    SpecificRecord record = (SpecificRecord) model.newRecord(null, schema);
    fill(record, path + ".");
    return record;
  }

  private @Nullable Map<String, String> texts(String path) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      skipWrong(path, "an object of texts");
      return null;
    }
    Map<String, String> texts = new HashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      String where = path + "." + abbreviate(name);
      if (!isUnicode(name)) {
        note("'" + path + "' has a name with a lone surrogate; send valid Unicode");
      }
      String value = json.nextToken() == JsonToken.VALUE_NULL ? null : string(where);
      if (value != null && texts.put(name, value) != null) {
        note("'" + where + "' occurs twice; send it once");
      }
    }
    return texts;
  }

  private @Nullable Instant instant(Schema schema, String path) throws IOException {
    if (!(schema.getLogicalType() instanceof LogicalTypes.TimestampMillis)) {
      throw new IllegalStateException("no JSON form for " + schema);
    }
    JsonToken token = json.currentToken();
    if (token != JsonToken.VALUE_STRING && !token.isNumeric()) {
      skipWrong(path, "a time");
      return null;
    }
    String value = json.getText();
    JsonTime found =
        token == JsonToken.VALUE_STRING ? JsonTime.ofText(value) : JsonTime.ofNumber(value);
    if (found.problem() != null) {
      note("'" + path + "' " + found.problem());
    }
    return found.time();
  }

  /** Notes another type than expected, and skips the value. */
  private void skipWrong(String path, String expected) throws IOException {
    note("'" + path + "' must be " + expected + ", found " + kind(json.currentToken()));
    json.skipChildren();
  }

  private void note(String fault) {
    if (problem == null) {
      problem = fault;
    }
  }

  private static String unknown(String path, String name, Schema schema) {
    return "unknown member '"
        + abbreviate(path)
        + "'; "
        + Spelling.advice(name, schema.getFields().stream().map(Schema.Field::name).toList());
  }

  private static String kind(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a text";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> "a number";
    };
  }

  private static String abbreviate(String name) {
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "..." : name;
  }
}
