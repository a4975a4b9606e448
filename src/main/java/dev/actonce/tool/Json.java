package dev.actonce.tool;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JSON of providers, with exact digits. Unusual is not wrong: what RFC 8259 allows is read, up to a
 * depth of {@value #MAX_DEPTH} and numbers of any length. What it forbids, such as NaN, is not.
 * Thread-safe.
 */
final class Json {
  /** Deepest arrays and objects; what walks over them is recursive. */
  static final int MAX_DEPTH = 2_000;

  /** Longer numbers keep their spelling and are no numbers to a filter of a path. */
  private static final int MAX_DIGITS = 1_000;

  private static final int LONG_DIGITS = 18;
  private static final int MAX_EXPONENT_CHARS = 4;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(AnswerReader.MAX_BYTES)
                          .maxNameLength(AnswerReader.MAX_BYTES)
                          .build())
                  .streamWriteConstraints(
                      StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
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
      return Optional.of(read(text));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Why a text is not exactly one JSON value, with the place; for one that is none. */
  static String objection(String text) {
    try {
      read(text);
      return "it is JSON";
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String reason = String.valueOf(e.getOriginalMessage()).replaceFirst(": enable .*", "");
      return at == null
          ? reason
          : reason + ", at line " + at.getLineNr() + ", column " + at.getColumnNr();
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static JsonNode read(String text) throws IOException {
    try (JsonParser parser = MAPPER.getFactory().createParser(text)) {
      if (parser.nextToken() == null) {
        throw new JsonParseException(parser, "there is no value");
      }
      JsonNode root = tree(parser);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "there is more than one value");
      }
      return root;
    }
  }

  /** The value at the parser's token. A loop: a recursion would end with the stack. */
  private static JsonNode tree(JsonParser parser) throws IOException {
    Deque<ContainerNode<?>> open = new ArrayDeque<>();
    JsonNode value = node(parser);
    JsonNode root = value;
    while (true) {
      if (value instanceof ContainerNode<?> container) {
        open.push(container);
      }
      if (open.isEmpty()) {
        return root;
      }
      JsonToken token = parser.nextToken();
      while (token != null && token.isStructEnd() && !open.isEmpty()) {
        open.pop();
        token = open.isEmpty() ? null : parser.nextToken();
      }
      if (open.isEmpty()) {
        return root;
      }
      if (token == JsonToken.FIELD_NAME) {
        parser.nextToken();
      }
      value = node(parser);
      if (open.peek() instanceof ObjectNode object) {
        object.set(parser.currentName(), value);
      } else if (open.peek() instanceof ArrayNode array) {
        array.add(value);
      }
    }
  }

  private static JsonNode node(JsonParser parser) throws IOException {
    JsonNodeFactory nodes = MAPPER.getNodeFactory();
    return switch (parser.currentToken()) {
      case START_OBJECT -> nodes.objectNode();
      case START_ARRAY -> nodes.arrayNode();
      case VALUE_STRING -> nodes.textNode(parser.getText());
      case VALUE_NUMBER_INT -> integer(parser.getText());
      case VALUE_NUMBER_FLOAT -> decimal(parser.getText());
      case VALUE_TRUE -> nodes.booleanNode(true);
      case VALUE_FALSE -> nodes.booleanNode(false);
      case VALUE_NULL -> nodes.nullNode();
      default -> throw new JsonParseException(parser, "there is no value here");
    };
  }

  private static JsonNode integer(String text) {
    JsonNodeFactory nodes = MAPPER.getNodeFactory();
    if (text.length() <= LONG_DIGITS) { // As Jackson does, so that filters compare as with it.
      long number = Long.parseLong(text);
      return number == (int) number ? nodes.numberNode((int) number) : nodes.numberNode(number);
    }
    return text.length() > MAX_DIGITS
        ? nodes.rawValueNode(new RawValue(text))
        : nodes.numberNode(new BigInteger(text));
  }

  /** A huge exponent is no number to Java, and a large one would be expanded by the unwary. */
  private static JsonNode decimal(String text) {
    int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
    boolean far = exponent >= 0 && text.length() - exponent - 1 > MAX_EXPONENT_CHARS;
    JsonNodeFactory nodes = MAPPER.getNodeFactory();
    return far || text.length() > MAX_DIGITS
        ? nodes.rawValueNode(new RawValue(text))
        : nodes.numberNode(new BigDecimal(text));
  }

  /** The text of a scalar; a number that is too long for one keeps its spelling. */
  static String text(JsonNode scalar) {
    return scalar instanceof POJONode raw && raw.getPojo() instanceof RawValue value
        ? String.valueOf(value.rawValue())
        : scalar.asText();
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
    } catch (JsonPathException | StackOverflowError e) { // A path such as $..id goes down by calls.
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
        .map(Json::text)
        .orElse(null);
  }
}
