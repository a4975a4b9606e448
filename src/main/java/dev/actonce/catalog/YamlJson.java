package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Turns YAML nodes into JSON. Where YAML 1.1 reads a bare word in a surprising way ({@code yes} as
 * a boolean, {@code 0o17} or {@code 1:30} as numbers) it asks for quotes instead of guessing.
 */
final class YamlJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final String path;
  private final Problems problems;

  YamlJson(String path, Problems problems) {
    this.path = path;
    this.problems = problems;
  }

  JsonNode convert(Node node) {
    if (node instanceof MappingNode mapping) {
      return object(mapping);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = JSON.arrayNode();
      sequence.getValue().forEach(item -> array.add(convert(item)));
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private ObjectNode object(MappingNode mapping) {
    ObjectNode object = JSON.objectNode();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
        problems.add(tuple.getKeyNode(), path, "found a collection as a name; write plain text");
      } else if (object.has(name.getValue())) {
        problems.add(name, path, "found '" + name.getValue() + "' twice; keep one of them");
      } else {
        object.set(name.getValue(), convert(tuple.getValueNode()));
      }
    }
    return object;
  }

  private JsonNode scalar(ScalarNode scalar) {
    String text = scalar.getValue();
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return JSON.nullNode();
    }
    if (tag.equals(Tag.BOOL) && (text.equals("true") || text.equals("false"))) {
      return JSON.booleanNode(text.equals("true"));
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return number(scalar, text);
    }
    if (tag.equals(Tag.BOOL)) {
      problems.add(scalar, path, "found " + text + "; write true or false, or quote the text");
    }
    return JSON.textNode(text);
  }

  private JsonNode number(ScalarNode scalar, String text) {
    if (!text.matches("-?(0|[1-9]\\d{0,99})(\\.\\d{1,99})?([eE][+-]?\\d{1,3})?")) {
      problems.add(scalar, path, "found " + text + "; write a JSON number, or quote the text");
      return JSON.textNode(text);
    }
    BigDecimal value = new BigDecimal(text);
    return text.matches("-?\\d+")
        ? JSON.numberNode(value.toBigIntegerExact())
        : JSON.numberNode(value);
  }
}
