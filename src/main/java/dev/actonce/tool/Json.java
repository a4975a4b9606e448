package dev.actonce.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON of providers, with exact digits. Thread-safe. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final Configuration PATHS =
      Configuration.builder()
          .jsonProvider(new JacksonJsonNodeJsonProvider(MAPPER))
          .mappingProvider(new JacksonMappingProvider(MAPPER))
          .build();

  private Json() {}

  /** The parsed text, or empty if it is not exactly one JSON value. */
  static Optional<JsonNode> parse(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a parsed JSON tree can always be written", e);
    }
  }

  static String quote(String text) {
    return write(MAPPER.getNodeFactory().textNode(text));
  }

  /** The value at a JSON path, or empty if there is none; a JSON null is a value. */
  static Optional<JsonNode> read(JsonNode node, String path) {
    try {
      JsonNode value = JsonPath.using(PATHS).parse(node).read(path);
      return Optional.ofNullable(value);
    } catch (JsonPathException e) {
      return Optional.empty();
    }
  }

  /** Whether the collection is there in which the path's last step would look. */
  static boolean hasParent(JsonNode node, String path) {
    String normal = JsonPath.compile(path).getPath();
    int lastStep = normal.lastIndexOf('[');
    String parent = lastStep <= 0 ? "$" : normal.substring(0, lastStep);
    if (parent.endsWith(".")) {
      return node.isContainerNode();
    }
    return read(node, parent).filter(JsonNode::isContainerNode).isPresent();
  }

  /** The text of a scalar at a JSON path, or null if there is none. */
  static @Nullable String scalarAt(JsonNode node, @Nullable String path) {
    if (path == null) {
      return null;
    }
    return read(node, path)
        .filter(value -> value.isValueNode() && !value.isNull())
        .map(JsonNode::asText)
        .orElse(null);
  }
}
