package dev.actonce.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schema of a tool's arguments; 2020-12 unless {@code $schema} names another draft. Remote
 * references are never fetched. A quoted number counts as that number where the schema declares
 * nothing but a number, because the key holds the two for equal as well. Thread-safe.
 */
public final class ArgumentSchema {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final int MAX_VIOLATIONS = 3;
  private static final int MAX_TEXT = 80;

  private final JsonNode source;
  private final Schema schema;
  private final Set<String> numericPaths;

  private ArgumentSchema(JsonNode source, Schema schema) {
    this.source = source;
    this.schema = schema;
    this.numericPaths = NumericPaths.of(source);
  }

  /**
   * Parses the text of a schema.
   *
   * @throws ActOnceException INVALID_CATALOG if it is not a valid JSON Schema
   */
  public static ArgumentSchema parse(String json) {
    try {
      return of(MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw invalid("not JSON (" + e.getOriginalMessage() + ")", e);
    }
  }

  static ArgumentSchema of(JsonNode source) {
    if (!source.isObject()) {
      throw invalid("a schema is an object", null);
    }
    try {
      String dialect =
          source.path("$schema").asText(SpecificationVersion.DRAFT_2020_12.getDialectId());
      List<Error> errors = REGISTRY.getSchema(SchemaLocation.of(dialect)).validate(source);
      if (!errors.isEmpty()) {
        Error first = errors.get(0);
        throw invalid(first.getInstanceLocation() + " " + first.getMessage(), null);
      }
      Schema schema = REGISTRY.getSchema(source);
      schema.initializeValidators();
      return new ArgumentSchema(source, schema);
    } catch (SchemaException e) {
      throw invalid(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Checks arguments.
   *
   * @return the first few violations in one line, or empty when the arguments are valid. Names of
   *     fields and demands of the schema only, never a value of the arguments
   */
  public Optional<String> validate(String json) {
    JsonNode arguments;
    try {
      arguments = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      return Optional.of("the arguments are not valid JSON");
    }
    if (!arguments.isObject()) {
      return Optional.of("the arguments must be a JSON object");
    }
    List<Error> errors = schema.validate(NumericPaths.unquote(arguments, numericPaths));
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(
            errors.stream()
                .limit(MAX_VIOLATIONS)
                .map(ArgumentSchema::describe)
                .collect(Collectors.joining("; ")));
  }

  /** Paths that the schema declares numeric: member names with dots between, arrays left out. */
  public Set<String> numericPaths() {
    return numericPaths;
  }

  /** The schema as plain maps, lists and scalars. */
  Object plain() {
    return MAPPER.convertValue(source, Object.class);
  }

  /** Why no argument can have this path; empty when it may, or the schema does not list all. */
  Optional<String> objectionTo(String path) {
    boolean open =
        !source.has("properties")
            || source.has("patternProperties")
            || source.path("additionalProperties").isObject()
            || source.path("additionalProperties").asBoolean(false)
            || List.of("$ref", "allOf", "anyOf", "oneOf", "if").stream().anyMatch(source::has);
    List<String> declared =
        source.path("properties").properties().stream().map(p -> p.getKey()).toList();
    if (open
        || declared.contains(path)
        || declared.stream().anyMatch(name -> path.startsWith(name + "."))) {
      return Optional.empty();
    }
    return Optional.of(
        "found '"
            + path
            + "', which is no argument of this tool; "
            + Spelling.advice(path, declared)
            + "; or add it to arguments.properties");
  }

  private static String describe(Error error) {
    String where = abbreviate(error.getInstanceLocation().toString());
    String place = where.isEmpty() ? "" : where + ": ";
    String property = error.getProperty();
    if (property != null) {
      String what = error.getKeyword().equals("required") ? " is required" : " is not allowed";
      return place + "'" + abbreviate(property) + "'" + what;
    }
    String demand = abbreviate(String.valueOf(error.getSchemaNode()));
    return place + error.getKeyword() + " must be " + demand;
  }

  private static String abbreviate(String text) {
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
  }

  private static ActOnceException invalid(String reason, @Nullable Throwable cause) {
    return new ActOnceException(
        ErrorCode.INVALID_CATALOG,
        "not a valid JSON Schema: " + reason + "; correct it, or leave 'arguments' out",
        cause);
  }
}
