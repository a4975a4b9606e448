package dev.actonce.catalog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private static final int MAX_TEXT = 80;

  private final JsonNode source;
  private final @Nullable ArgumentCheck check;
  private final Set<String> numericPaths;

  private ArgumentSchema(JsonNode source, @Nullable ArgumentCheck check) {
    this.source = source;
    this.check = check;
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

  /** Checked where the validator is present; gates demand it, clients need the schema only. */
  static ArgumentSchema of(JsonNode source) {
    if (!(source instanceof ObjectNode object)) {
      throw invalid("a schema is an object", null);
    }
    boolean checkable = Library.SCHEMA_VALIDATOR.isPresent() && Library.LINEAR_PATTERNS.isPresent();
    return new ArgumentSchema(source, checkable ? ArgumentCheck.of(object) : null);
  }

  /**
   * Demands what {@link #validate} needs.
   *
   * @throws ActOnceException INVALID_SETTING with the libraries to add
   */
  public void requireCheckable() {
    requiredCheck();
  }

  private ArgumentCheck requiredCheck() {
    if (check == null) {
      Library.require("the check of arguments", Library.SCHEMA_VALIDATOR, Library.LINEAR_PATTERNS);
      throw new ActOnceException(
          ErrorCode.INTERNAL, "the libraries that check arguments came after the catalog");
    }
    return check;
  }

  /**
   * Checks arguments. Answers whatever they are, in bounded time and on a bounded stack; only a
   * lack of memory is thrown.
   *
   * @return the first few violations in one line, or empty when the arguments are valid. Names of
   *     fields and demands of the schema only, never a value of the arguments
   * @throws ActOnceException as {@link #requireCheckable}
   */
  public Optional<String> validate(String json) {
    ArgumentCheck present = requiredCheck();
    try {
      JsonNode arguments = MAPPER.readTree(json);
      return arguments.isObject()
          ? present.violations(NumericPaths.unquote(arguments, numericPaths))
          : Optional.of("the arguments must be a JSON object");
    } catch (JsonProcessingException e) {
      return Optional.of("the arguments are not valid JSON");
    } catch (UncheckableException e) {
      return Optional.of("the arguments cannot be checked: " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.of("the arguments cannot be checked: " + e.getClass().getSimpleName());
    }
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
