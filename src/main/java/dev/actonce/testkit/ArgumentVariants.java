package dev.actonce.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Other spellings of the same arguments, and arguments that differ in one nested place. Pure. */
final class ArgumentVariants {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ArgumentVariants() {}

  /** The members of every object in reverse; empty if no object has two. */
  static Optional<String> reordered(String arguments) {
    String plain = write(parse(arguments), names -> names, number -> number);
    String reversed =
        write(
            parse(arguments),
            names -> {
              List<String> turned = new ArrayList<>(names);
              Collections.reverse(turned);
              return turned;
            },
            number -> number);
    return reversed.equals(plain) ? Optional.empty() : Optional.of(reversed);
  }

  /** Every number with one more zero behind the point; empty if there is no number. */
  static Optional<String> numbersRespelled(String arguments) {
    String plain = write(parse(arguments), names -> names, number -> number);
    String respelled =
        write(
            parse(arguments),
            names -> names,
            number -> new BigDecimal(number).setScale(scale(number) + 1).toPlainString());
    return respelled.equals(plain) ? Optional.empty() : Optional.of(respelled);
  }

  /** One variant for each value below the top level, which has another value there. */
  static List<String> nestedAltered(String arguments) {
    List<String> variants = new ArrayList<>();
    int places = alter(parse(arguments), 0, -1);
    for (int place = 0; place < places; place++) {
      JsonNode tree = parse(arguments);
      alter(tree, 0, place);
      variants.add(write(tree, names -> names, number -> number));
    }
    return variants;
  }

  private static int scale(String number) {
    return Math.max(0, new BigDecimal(number).scale());
  }

  /**
   * Alters the nested value of a number, counting from zero.
   *
   * @return how many there are
   */
  private static int alter(JsonNode node, int depth, int place) {
    int count = 0;
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        count +=
            alterChild(object.get(name), depth, place - count, other -> object.set(name, other));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        count += alterChild(array.get(i), depth, place - count, other -> array.set(index, other));
      }
    }
    return count;
  }

  private static int alterChild(JsonNode child, int depth, int place, Consumer<JsonNode> setter) {
    if (child.isContainerNode()) {
      return alter(child, depth + 1, place);
    }
    if (depth == 0 || child.isNull()) {
      return 0;
    }
    if (place == 0) {
      setter.accept(other(child));
    }
    return 1;
  }

  private static JsonNode other(JsonNode value) {
    if (value.isNumber()) {
      return DecimalNode.valueOf(value.decimalValue().add(BigDecimal.ONE));
    }
    return value.isBoolean()
        ? BooleanNode.valueOf(!value.booleanValue())
        : TextNode.valueOf(value.asText() + "-other");
  }

  private static JsonNode parse(String arguments) {
    try {
      return JSON.readTree(arguments);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the example's arguments are no JSON: " + arguments, e);
    }
  }

  private static String write(
      JsonNode node, UnaryOperator<List<String>> order, UnaryOperator<String> number) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      return order.apply(names).stream()
          .map(name -> TextNode.valueOf(name) + ":" + write(object.get(name), order, number))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (node instanceof ArrayNode array) {
      List<String> values = new ArrayList<>();
      array.forEach(value -> values.add(write(value, order, number)));
      return "[" + String.join(",", values) + "]";
    }
    return node.isNumber() ? number.apply(node.decimalValue().toPlainString()) : node.toString();
  }
}
