package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the arguments hold, a check ends soon, with an answer and on a stack of usual size. */
class ArgumentBoundsTest {
  /** Most bytes of arguments that have a key. */
  private static final int MAX_BYTES = 256 * 1024;

  /** Far more than any check takes, so that a slow machine does not matter. */
  private static final Duration SOON = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^[a-z0-9._%+-]+@([a-z0-9-]+\\.)+[a-z]{2,}$",
        "^([a-z0-9]|-)+$",
        "^(?:[a-z]|[0-9])+$",
        "^(\\w+\\s?)+$",
        "^([A-Za-z]|[À-ÿ])+$",
        "^(a+)+$",
        "^(([a-z])+.)+[A-Z]([a-z])+$"
      })
  void matchesUsualPatternsOnALongTextInLinearTimeAndStack(String pattern) {
    ArgumentSchema schema = withPattern(pattern);

    for (int length : new int[] {5_000, 12_000, 100_000, 250_000}) {
      String text = "a@" + "a.".repeat(length / 2);
      soon(() -> schema.validate("{\"a\":\"" + text + "!\"}"));
      soon(() -> schema.validate("{\"a\":\"" + "a".repeat(length) + "!\"}"));
      soon(() -> schema.validate("{\"a\":\"" + "a".repeat(length) + "\"}"));
    }
  }

  @Test
  void answersALongTextRightly() {
    ArgumentSchema schema = withPattern("^([a-z0-9]|-)+$");

    assertThat(schema.validate("{\"a\":\"" + "a-1".repeat(80_000) + "\"}")).isEmpty();
    assertThat(schema.validate("{\"a\":\"" + "a-1".repeat(80_000) + "_\"}"))
        .contains("/a: pattern must be \"^([a-z0-9]|-)+$\"");
  }

  @Test
  void refusesATextThatIsTooLongForALargePattern() {
    ArgumentSchema schema = withPattern("^[a-z]{1,1000}$");

    assertThat(schema.validate("{\"a\":\"" + "a".repeat(1000) + "\"}")).isEmpty();
    assertThat(soon(() -> schema.validate("{\"a\":\"" + "a".repeat(250_000) + "\"}")))
        .hasValueSatisfying(text -> assertThat(text).contains("cannot be checked"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "iri",
        "iri-reference",
        "uri-template",
        "json-pointer",
        "relative-json-pointer",
        "regex",
        "date",
        "time",
        "date-time",
        "duration",
        "uuid",
        "color",
        "style",
        "phone",
        "utc-millisec"
      })
  void checksFormatsInBoundedTimeAndStack(String format) {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"$schema": "http://json-schema.org/draft-07/schema#",
             "properties": {"a": {"format": "%s"}}}
            """
                .formatted(format));

    for (String part :
        new String[] {
          "a",
          "a.",
          "a@",
          "/a",
          "/~1",
          "1",
          "1:",
          "(",
          "[",
          "a-",
          "%20",
          "{a}",
          "\\\\.",
          "http://a/",
          "0.",
          "::",
          "xn--",
          "P1",
          " ",
          "\\u00e4",
          "\\\\\\\"",
          "((a{1,1000}){1,1000}){1,1000}",
          "{",
          "rgb("
        }) {
      String text = part.repeat(250_000 / part.length());
      soon(() -> schema.validate("{\"a\":\"" + text + "\"}"));
      soon(() -> schema.validate("{\"a\":\"a@" + text + "\"}"));
      soon(() -> schema.validate("{\"a\":\"http://" + text + "\"}"));
    }
  }

  @Test
  void comparesItemsForUniquenessWithoutComparingAllPairs() {
    ArgumentSchema schema = ArgumentSchema.parse("{\"properties\":{\"a\":{\"uniqueItems\":true}}}");

    // "Aa" and "BB" have the same hash, and so have all texts that are made of them.
    StringBuilder items = new StringBuilder("\"x\"");
    for (int i = 0; i < 6_000; i++) {
      items.append(",\"").append(colliding(i)).append('"');
    }
    assertThat(soon(() -> schema.validate("{\"a\":[" + items + "]}"))).isEmpty();
    assertThat(soon(() -> schema.validate("{\"a\":[" + items + ",\"x\"]}"))).isPresent();
    assertThat(soon(() -> schema.validate("{\"a\":" + numbers(40_000) + "}"))).isEmpty();
    assertThat(schema.validate("{\"a\":[{\"x\":1,\"y\":[2]},{\"y\":[2.0],\"x\":1e0}]}"))
        .contains("/a: uniqueItems must be true");
    assertThat(schema.validate("{\"a\":[1,\"1\",true,\"true\",null,\"null\",[],{},[[]],\"\"]}"))
        .isEmpty();
  }

  @Test
  void takesManyItemsOfAlternatives() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"properties": {"a": {"items": {"anyOf": [
              {"type": "string", "minLength": 3}, {"type": "boolean"}, {"type": "number"}]},
              "contains": {"anyOf": [{"const": 7}, {"enum": [8, {"b": 9}]}]}}},
             "unevaluatedProperties": false}
            """);

    assertThat(soon(() -> schema.validate("{\"a\":" + numbers(20_000) + "}"))).isEmpty();
  }

  @Test
  void givesUpOnWorkThatGrowsExponentially() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"$ref": "#/$defs/t",
             "$defs": {"t": {"properties": {"a": {"anyOf": [
                {"allOf": [{"$ref": "#/$defs/t"}, {"required": ["z"]}]},
                {"allOf": [{"$ref": "#/$defs/t"}, {"required": ["y"]}]}]}}}}}
            """);
    String nest = "{\"a\":".repeat(60) + "{}" + "}".repeat(60);

    assertThat(soon(() -> schema.validate(nest)))
        .hasValueSatisfying(text -> assertThat(text).contains("cannot be checked"));
  }

  @Test
  void answersForArgumentsThatAreNestedTooDeeply() {
    ArgumentSchema tree =
        ArgumentSchema.parse(
            """
            {"$ref": "#/$defs/t", "$defs": {"t": {"type": ["object", "array"],
             "properties": {"a": {"$ref": "#/$defs/t"}}, "items": {"$ref": "#/$defs/t"}}}}
            """);

    String deepest = "{\"a\":".repeat(63) + "{}" + "}".repeat(63);
    assertThat(tree.validate(deepest)).isEmpty();
    for (int depth : new int[] {65, 900, 5_000, 40_000}) {
      String nest = "{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
      assertThat(soon(() -> tree.validate(nest))).isPresent();
    }
  }

  @Test
  void answersForNamesWithTheSameHash() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            "{\"additionalProperties\":{\"type\":\"integer\"},\"propertyNames\":{\"pattern\":\"^[A-B"
                + "a]+$\"},\"patternProperties\":{\"^(A|B)+$\":true}}");
    StringBuilder members = new StringBuilder("\"A\":1");
    for (int i = 0; i < 5_000; i++) {
      members.append(",\"").append(colliding(i)).append("\":1");
    }

    assertThat(soon(() -> schema.validate("{" + members + "}"))).isEmpty();
  }

  @Test
  void answersForNumbersThatNoKeyWouldTake() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"properties": {"a": {"type": "integer", "multipleOf": 3, "maximum": 9, "const": 1}}}
            """);

    for (String number :
        new String[] {
          "1e999999999", "-1e-999999999", "1e2147483647", "9".repeat(200_000), "1e401"
        }) {
      assertThat(soon(() -> schema.validate("{\"a\":" + number + "}"))).isPresent();
      assertThat(soon(() -> schema.validate("{\"a\":\"" + number + "\"}"))).isPresent();
    }
  }

  @Test
  void answersForWhateverIsNoJson() {
    ArgumentSchema schema = ArgumentSchema.parse("{\"type\":\"object\"}");

    for (String text :
        new String[] {"", " ", "\uFEFF{}", "{\"a\":\"\uD800\"}", "{", "nul", "{}{}"}) {
      schema.validate(text);
    }
  }

  /** Each of the values meets each of the list. */
  @Test
  void boundsTheComparisonsWithAListOfCollections() {
    StringBuilder list = new StringBuilder();
    for (int i = 10; i < 5_000; i++) {
      list.append("{\"a\": [1, 2, ").append(i).append("]}, ");
    }
    ArgumentSchema schema =
        ArgumentSchema.parse(
            "{\"properties\": {\"v\": {\"items\": {\"anyOf\": [{\"enum\": ["
                + list
                + "1]}, {}]}}}}");
    String value = "{\"a\":[1,2,5]}";

    assertThat(soon(() -> schema.validate("{\"v\":[" + value + "]}"))).isEmpty();
    assertThat(soon(() -> schema.validate("{\"v\":[" + (value + ",").repeat(15_000) + "1]}")))
        .get()
        .asString()
        .contains("more than 2,000,000 steps");
  }

  private static ArgumentSchema withPattern(String pattern) {
    return ArgumentSchema.parse(
        "{\"properties\":{\"a\":{\"pattern\":\"" + pattern.replace("\\", "\\\\") + "\"}}}");
  }

  private static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 13; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private static String numbers(int count) {
    StringBuilder text = new StringBuilder("[0");
    for (int i = 1; i < count && text.length() < MAX_BYTES - 20; i++) {
      text.append(',').append(i);
    }
    return text.append(']').toString();
  }

  private static Optional<String> soon(Supplier<Optional<String>> check) {
    return Assertions.assertTimeoutPreemptively(SOON, check::get);
  }
}
