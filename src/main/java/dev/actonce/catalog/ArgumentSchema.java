package dev.actonce.catalog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.DialectId;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import java.util.List;
import java.util.Map;
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
  /** As of arguments that have a key. */
  private static final int MAX_DEPTH = 64;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // A table of names that is shared between texts fails on names of one hash.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();
  private static final SchemaRegistry REGISTRY = SchemaDialects.registry();
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
    if (!(source instanceof ObjectNode)) {
      throw invalid("a schema is an object", null);
    }
    try {
      ObjectNode exact = (ObjectNode) ExactNumbers.in(source.deepCopy());
      SchemaPlaces places = new SchemaPlaces(exact);
      if (places.hasTuples() && !exact.has("$schema")) {
        exact.put("$schema", DialectId.DRAFT_2019_09);
      }
      requireValid(exact);
      SchemaCheck.requireBounded(places);
      Schema schema = REGISTRY.getSchema(SchemaLocation.of(SchemaPlaces.BASE), exact);
      schema.initializeValidators();
      return new ArgumentSchema(source, schema);
    } catch (SchemaException | UncheckableException e) {
      throw invalid(String.valueOf(e.getMessage()), e);
    } catch (StackOverflowError e) {
      throw invalid("its references are nested too deeply", e);
    }
  }

  private static void requireValid(ObjectNode schema) {
    String dialect = schema.path("$schema").asText(DialectId.DRAFT_2020_12);
    List<Error> errors = check(REGISTRY.getSchema(SchemaLocation.of(dialect)), schema);
    if (!errors.isEmpty()) {
      Error first = errors.get(0);
      throw invalid(first.getInstanceLocation() + " " + first.getMessage(), null);
    }
  }

  /**
   * Checks arguments. Answers whatever they are, in bounded time and on a bounded stack; only a
   * lack of memory is thrown.
   *
   * @return the first few violations in one line, or empty when the arguments are valid. Names of
   *     fields and demands of the schema only, never a value of the arguments
   */
  public Optional<String> validate(String json) {
    try {
      JsonNode arguments = MAPPER.readTree(json);
      return arguments.isObject()
          ? violations(arguments)
          : Optional.of("the arguments must be a JSON object");
    } catch (JsonProcessingException e) {
      return Optional.of("the arguments are not valid JSON");
    } catch (UncheckableException e) {
      return Optional.of("the arguments cannot be checked: " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.of("the arguments cannot be checked: " + e.getClass().getSimpleName());
    }
  }

  private Optional<String> violations(JsonNode arguments) {
    JsonNode exact = ExactNumbers.in(NumericPaths.unquote(arguments, numericPaths));
    List<Error> errors = check(schema, exact);
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(
            errors.stream()
                .limit(MAX_VIOLATIONS)
                .map(ArgumentSchema::describe)
                .collect(Collectors.joining("; ")));
  }

  private static List<Error> check(Schema schema, JsonNode document) {
    MeteredContext check = new MeteredContext(MAX_VIOLATIONS);
    try {
      schema.validate(check, document, OutputFormat.DEFAULT);
    } catch (MeteredContext.EnoughException e) {
      // The violations so far are the answer.
    }
    return check.violations();
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
    boolean closed =
        source.path("additionalProperties").isBoolean()
            && !source.path("additionalProperties").booleanValue()
            && !source.has("patternProperties")
            && !source.has("$ref");
    if (!closed || lists(path)) {
      return Optional.empty();
    }
    List<String> declared = declared();
    return Optional.of(
        "found '"
            + path
            + "', which is no argument of this tool; "
            + Spelling.advice(path, declared)
            + "; or add it to arguments.properties");
  }

  /**
   * Whether the argument of this path stands in a schema that takes any others too, and lists some
   * but not this one: perhaps its name is misspelt.
   */
  boolean mayHaveMeantAnotherThan(String path) {
    boolean combined =
        source.has("patternProperties")
            || List.of("$ref", "allOf", "anyOf", "oneOf", "if").stream().anyMatch(source::has);
    return source.has("properties") && !combined && !lists(path);
  }

  private boolean lists(String path) {
    return declared().stream().anyMatch(name -> path.equals(name) || path.startsWith(name + "."));
  }

  private List<String> declared() {
    return source.path("properties").properties().stream().map(Map.Entry::getKey).toList();
  }

  private static String describe(Error error) {
    String where = abbreviate(error.getInstanceLocation().toString());
    String place = where.isEmpty() ? "" : where + ": ";
    String property =
        error.getProperty() == null ? "" : "'" + abbreviate(error.getProperty()) + "'";
    String demand = abbreviate(String.valueOf(error.getSchemaNode()));
    return place
        + switch (property.isEmpty() ? "" : error.getKeyword()) {
          case "required" -> property + " is required";
          case "additionalProperties", "unevaluatedProperties" -> property + " is not allowed";
          case "dependentRequired" -> property + " demands others: " + demand;
          default -> error.getKeyword() + " must be " + demand;
        };
  }

  static String abbreviate(String text) {
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
  }

  static ActOnceException invalid(String reason, @Nullable Throwable cause) {
    return new ActOnceException(
        ErrorCode.INVALID_CATALOG,
        "not a valid JSON Schema: " + reason + "; correct it, or leave 'arguments' out",
        cause);
  }
}
