package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.networknt.schema.SchemaException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What one keyword demands of a value. These replace rules of the validator that pass numbers
 * through binary fractions, compare all pairs, or match by backtracking. Expects documents whose
 * numbers are {@link ExactNumbers}. Immutable and thread-safe.
 */
@FunctionalInterface
interface ValueRule {
  /** Whether a value is as demanded; what the keyword does not apply to is. */
  boolean accepts(JsonNode value, MeteredContext meter);

  /** Makes the rule of a keyword's value; parent is the schema in which it stands. */
  @FunctionalInterface
  interface Factory {
    ValueRule of(JsonNode demand, JsonNode parent);
  }

  static ValueRule multipleOf(JsonNode demand, JsonNode parent) {
    BigDecimal divisor = demand.decimalValue();
    if (divisor.signum() <= 0) { // Told at load; nobody looks at what only a reference leads to.
      throw new SchemaException("multipleOf must be a number above 0");
    }
    return (value, meter) ->
        !value.isNumber() || value.decimalValue().remainder(divisor).signum() == 0;
  }

  static ValueRule minimum(JsonNode demand, JsonNode parent) {
    boolean exclusive = parent.path("exclusiveMinimum").asBoolean(false);
    return limit(demand, order -> exclusive ? order > 0 : order >= 0);
  }

  static ValueRule maximum(JsonNode demand, JsonNode parent) {
    boolean exclusive = parent.path("exclusiveMaximum").asBoolean(false);
    return limit(demand, order -> exclusive ? order < 0 : order <= 0);
  }

  static ValueRule exclusiveMinimum(JsonNode demand, JsonNode parent) {
    return limit(demand, order -> order > 0);
  }

  static ValueRule exclusiveMaximum(JsonNode demand, JsonNode parent) {
    return limit(demand, order -> order < 0);
  }

  private static ValueRule limit(JsonNode demand, IntPredicate accepted) {
    if (!demand.isNumber()) { // The flags of draft 4, which the limits themselves read.
      return (value, meter) -> true;
    }
    BigDecimal limit = demand.decimalValue();
    return (value, meter) ->
        !value.isNumber() || accepted.test(value.decimalValue().compareTo(limit));
  }

  static ValueRule constant(JsonNode demand, JsonNode parent) {
    JsonNode expected = ExactNumbers.in(demand.deepCopy());
    return (value, meter) -> expected.equals(value);
  }

  /** Scalars are looked up; a collection is compared only as far as the demanded one goes. */
  static ValueRule oneOf(JsonNode demand, JsonNode parent) {
    Set<JsonNode> scalars = new HashSet<>();
    List<JsonNode> collections = new ArrayList<>();
    for (JsonNode each : ExactNumbers.in(demand.deepCopy())) {
      if (each.isContainerNode()) {
        collections.add(each);
      } else {
        scalars.add(each);
      }
    }
    long steps = 1 + collections.stream().mapToLong(each -> each.toString().length()).sum() / 64;
    return (value, meter) -> {
      if (!value.isContainerNode()) {
        return scalars.contains(value);
      }
      meter.charge(steps);
      return collections.stream().anyMatch(each -> each.equals(value));
    };
  }

  /** Compares canonical texts, since a text has an order that no hash collision degrades. */
  static ValueRule uniqueItems(JsonNode demand, JsonNode parent) {
    boolean wanted = demand.asBoolean(false);
    return (value, meter) -> {
      if (!wanted || !value.isArray()) {
        return true;
      }
      Set<String> seen = new HashSet<>();
      for (JsonNode item : value) {
        StringBuilder text = new StringBuilder();
        write(item, text);
        meter.charge(1 + text.length() / 64);
        if (!seen.add(text.toString())) {
          return false;
        }
      }
      return true;
    };
  }

  private static void write(JsonNode node, StringBuilder text) {
    if (node.isObject()) {
      text.append('{');
      node.properties().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(
              member -> {
                quote(member.getKey(), text);
                write(member.getValue(), text);
              });
      text.append('}');
    } else if (node.isArray()) {
      text.append('[');
      node.forEach(item -> write(item, text));
      text.append(']');
    } else if (node.getNodeType() == JsonNodeType.STRING) {
      quote(node.textValue(), text);
    } else {
      text.append(node.asText()).append(' ');
    }
  }

  /** With its length, so that no text looks like two. */
  private static void quote(String value, StringBuilder text) {
    text.append('"').append(value.length()).append(':').append(value);
  }

  static ValueRule pattern(JsonNode demand, JsonNode parent) {
    LinearPattern pattern = LinearPattern.compile(demand.textValue());
    return (value, meter) -> !value.isTextual() || meter.matches(pattern, value.textValue());
  }
}
