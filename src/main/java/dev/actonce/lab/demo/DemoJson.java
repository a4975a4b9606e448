package dev.actonce.lab.demo;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** JSON with exact digits, never in exponent form. Thread-safe. */
public final class DemoJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private DemoJson() {}

  /** An empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** The parsed object, or empty if the text is not exactly one JSON object. */
  public static Optional<JsonNode> parseObject(String text) {
    try {
      return Optional.of(MAPPER.readTree(text)).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** One line. */
  public static String write(JsonNode node) {
    return write(node, false);
  }

  /** Indented, for people. */
  static String writeIndented(JsonNode node) {
    return write(node, true);
  }

  private static String write(JsonNode node, boolean indented) {
    try {
      return indented
          ? MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node)
          : MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }
}
