package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Gives each number of a document its one form, so that equal numbers are equal nodes: a {@link
 * java.math.BigInteger} if it is whole, else a {@link BigDecimal} that does not end in 0. No number
 * passes through a binary fraction.
 */
final class ExactNumbers {
  /** Well beyond every number that has a key; what is larger could fill the memory. */
  private static final int MAX_DIGITS = 1_000;

  private ExactNumbers() {}

  /**
   * Replaces the numbers of a document in place.
   *
   * @return the document, or what takes the place of a document that is a number
   * @throws UncheckableException if a number has more than 1,000 digits when written out
   */
  static JsonNode in(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(member -> member.setValue(in(member.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, in(array.get(i)));
      }
    } else if (node.isNumber()) {
      return exact(node.decimalValue());
    }
    return node;
  }

  private static JsonNode exact(BigDecimal value) {
    // In long: a scale and a precision of int can overflow their difference.
    long before = (long) value.precision() - value.scale();
    if (Math.max(before, value.precision()) > MAX_DIGITS || value.scale() > MAX_DIGITS) {
      throw new UncheckableException("a number has more than " + MAX_DIGITS + " digits");
    }
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() <= 0
        ? JsonNodeFactory.instance.numberNode(stripped.toBigIntegerExact())
        : JsonNodeFactory.instance.numberNode(stripped);
  }

  /** The count that a bound such as {@code maxLength} gives, which no document exceeds anyway. */
  static JsonNode asInt(JsonNode count) {
    if (!count.isIntegralNumber()) {
      return count;
    }
    BigDecimal most = BigDecimal.valueOf(Integer.MAX_VALUE);
    return JsonNodeFactory.instance.numberNode(
        count.decimalValue().min(most).setScale(0, RoundingMode.UNNECESSARY).intValueExact());
  }
}
