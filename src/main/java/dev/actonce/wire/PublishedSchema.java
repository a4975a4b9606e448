package dev.actonce.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * A schema without the marks that the class generator adds for Java strings: the one that is
 * registered, and that other languages see.
 */
final class PublishedSchema {
  private static final String JAVA_STRING = "avro.java.string";
  private static final ObjectMapper JSON = new ObjectMapper();

  private PublishedSchema() {}

  static Schema of(Schema generated) {
    try {
      return new Schema.Parser().parse(strip(JSON.readTree(generated.toString())).toString());
    } catch (JsonProcessingException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "a schema is no JSON: " + generated, e);
    }
  }

  private static JsonNode strip(JsonNode node) {
    if (node.isArray()) {
      var items = JSON.createArrayNode();
      node.forEach(item -> items.add(strip(item)));
      return items;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode kept = JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!member.getKey().equals(JAVA_STRING)) {
        kept.set(member.getKey(), strip(member.getValue()));
      }
    }
    boolean onlyType = kept.size() == 1 && kept.path("type").isTextual();
    return onlyType && node.has(JAVA_STRING) ? TextNode.valueOf(kept.path("type").asText()) : kept;
  }
}
