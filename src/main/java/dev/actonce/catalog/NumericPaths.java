package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Finds the paths that a JSON Schema declares numeric. Follows properties, items, prefixItems,
 * allOf and local references; alternatives ({@code anyOf}, {@code oneOf}, {@code if}) declare
 * nothing for sure. A recursive reference is followed once. A path that is text elsewhere, as the
 * second item of a pair may be, is not numeric. A member whose name holds a dot has no path.
 */
final class NumericPaths {
  private static final int MAX_VISITS = 10_000;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d{0,399})(\\.\\d{1,400})?([eE][+-]?\\d{1,3})?");

  private final JsonNode root;
  private final Set<String> found = new TreeSet<>();
  private final Set<String> texts = new TreeSet<>();
  private final Deque<String> openReferences = new ArrayDeque<>();
  private int visits;

  private NumericPaths(JsonNode root) {
    this.root = root;
  }

  static Set<String> of(JsonNode schema) {
    NumericPaths paths = new NumericPaths(schema);
    paths.visit(schema, "");
    paths.found.removeAll(paths.texts);
    return Set.copyOf(paths.found);
  }

  /** Turns quoted numbers at these paths into numbers, in place. */
  static JsonNode unquote(JsonNode arguments, Set<String> paths) {
    return paths.isEmpty() ? arguments : unquote(arguments, "", paths);
  }

  private static JsonNode unquote(JsonNode node, String path, Set<String> paths) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        if (hasPath(member.getKey())) {
          member.setValue(unquote(member.getValue(), join(path, member.getKey()), paths));
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, unquote(array.get(i), path, paths));
      }
    } else if (node.isTextual()
        && paths.contains(path)
        && NUMBER.matcher(node.textValue()).matches()) {
      return DecimalNode.valueOf(new BigDecimal(node.textValue()));
    }
    return node;
  }

  private void visit(JsonNode schema, String path) {
    if (!schema.isObject() || ++visits > MAX_VISITS) {
      return;
    }
    if (isNumeric(schema.path("type")) && !path.isEmpty()) {
      found.add(path);
    }
    if (isText(schema.path("type"))) {
      texts.add(path);
    }
    schema.path("properties").properties().stream()
        .filter(member -> hasPath(member.getKey()))
        .forEach(member -> visit(member.getValue(), join(path, member.getKey())));
    JsonNode items = schema.path("items");
    visit(items, path);
    if (items.isArray()) {
      items.forEach(item -> visit(item, path));
    }
    schema.path("prefixItems").forEach(item -> visit(item, path));
    schema.path("allOf").forEach(part -> visit(part, path));
    String reference = schema.path("$ref").asText("");
    if (reference.startsWith("#/") && !openReferences.contains(reference)) {
      openReferences.push(reference);
      visit(root.at(reference.substring(1)), path);
      openReferences.pop();
    }
  }

  private static boolean isNumeric(JsonNode type) {
    if (type.isArray()) {
      boolean number = false;
      for (JsonNode one : type) {
        if (!isNumeric(one) && !one.asText().equals("null")) {
          return false;
        }
        number |= isNumeric(one);
      }
      return number;
    }
    return type.asText().equals("number") || type.asText().equals("integer");
  }

  private static boolean isText(JsonNode type) {
    if (!type.isArray()) {
      return type.asText().equals("string");
    }
    for (JsonNode one : type) {
      if (isText(one)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasPath(String member) {
    return member.indexOf('.') < 0;
  }

  private static String join(String path, String member) {
    return path.isEmpty() ? member : path + "." + member;
  }
}
