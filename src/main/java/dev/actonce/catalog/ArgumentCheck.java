package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.DialectId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A schema as the validator compiled it. The one way to the validator, so that a catalog can be
 * read where there is none. Thread-safe.
 */
final class ArgumentCheck {
  private static final SchemaRegistry REGISTRY = SchemaDialects.registry();
  private static final int MAX_VIOLATIONS = 3;

  private final Schema schema;

  private ArgumentCheck(Schema schema) {
    this.schema = schema;
  }

  /**
   * Compiles a schema.
   *
   * @throws dev.actonce.core.ActOnceException INVALID_CATALOG if it is no valid JSON Schema, or
   *     could take too long
   */
  static ArgumentCheck of(ObjectNode source) {
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
      return new ArgumentCheck(schema);
    } catch (SchemaException | UncheckableException e) {
      throw ArgumentSchema.invalid(String.valueOf(e.getMessage()), e);
    } catch (StackOverflowError e) {
      throw ArgumentSchema.invalid("its references are nested too deeply", e);
    }
  }

  private static void requireValid(ObjectNode schema) {
    String dialect = schema.path("$schema").asText(DialectId.DRAFT_2020_12);
    List<Error> errors = check(REGISTRY.getSchema(SchemaLocation.of(dialect)), schema);
    if (!errors.isEmpty()) {
      Error first = errors.get(0);
      throw ArgumentSchema.invalid(first.getInstanceLocation() + " " + first.getMessage(), null);
    }
  }

  /** The first few violations of arguments in one line, or empty when there are none. */
  Optional<String> violations(JsonNode arguments) {
    List<Error> errors = check(schema, ExactNumbers.in(arguments));
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(
            errors.stream()
                .limit(MAX_VIOLATIONS)
                .map(ArgumentCheck::describe)
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

  private static String describe(Error error) {
    String where = ArgumentSchema.abbreviate(error.getInstanceLocation().toString());
    String place = where.isEmpty() ? "" : where + ": ";
    String property =
        error.getProperty() == null
            ? ""
            : "'" + ArgumentSchema.abbreviate(error.getProperty()) + "'";
    String demand = ArgumentSchema.abbreviate(String.valueOf(error.getSchemaNode()));
    return place
        + switch (property.isEmpty() ? "" : error.getKeyword()) {
          case "required" -> property + " is required";
          case "additionalProperties", "unevaluatedProperties" -> property + " is not allowed";
          case "dependentRequired" -> property + " demands others: " + demand;
          default -> error.getKeyword() + " must be " + demand;
        };
  }
}
