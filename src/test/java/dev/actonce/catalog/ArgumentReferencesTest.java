package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References that lead nowhere are refused at load, those that follow a value down are not. */
class ArgumentReferencesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "$ref": "#"                                                                  | # -> #
          "allOf": [{"$ref": "#"}]                                                     | # -> #/allOf/0 -> #
          "$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}} | #/$defs/b
          "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "null"}]}}         | #/$defs/a
          "$defs": {"a": {"oneOf": [{"$ref": "#/$defs/a"}]}}                           | #/$defs/a
          "$defs": {"a": {"not": {"$ref": "#/$defs/a"}}}                               | #/$defs/a
          "$defs": {"a": {"if": {"$ref": "#/$defs/a"}}}                                | #/$defs/a
          "$defs": {"a": {"if": {}, "then": {"$ref": "#/$defs/a"}}}                    | #/$defs/a
          "$defs": {"a": {"if": {}, "else": {"$ref": "#/$defs/a"}}}                    | #/$defs/a
          "$defs": {"a": {"dependentSchemas": {"x": {"$ref": "#/$defs/a"}}}}           | #/$defs/a
          "$defs": {"a": {"$anchor": "me", "allOf": [{"$ref": "#me"}]}}                | #/$defs/a
          "$defs": {"a": {"$dynamicAnchor": "me", "allOf": [{"$dynamicRef": "#me"}]}}  | #/$defs/a
          "$defs": {"a": {"$id": "a", "allOf": [{"$ref": "a"}]}}                       | #/$defs/a
          "$defs": {"a": {"$id": "https://x.example/a", "allOf": [{"$ref": "https://x.example/a"}]}} | #/$defs/a
          "$defs": {"a": {"$id": "https://x.example/a", "allOf": [{"$ref": "#"}]}}     | #/$defs/a
          "$defs": {"a/b": {"allOf": [{"$ref": "#/$defs/a~1b"}]}}                      | #/$defs/a~1b
          "$defs": {"a b": {"allOf": [{"$ref": "#/$defs/a%20b"}]}}                     | #/$defs/a b
          "x": {"a": {"allOf": [{"$ref": "#/x/a"}]}}, "$ref": "#/x/a"                  | #/x/a
          "properties": {"p": {"allOf": [{"$ref": "#/properties/p"}]}}                 | #/properties/p
          """)
  void refusesReferencesThatComeBackForTheSameValue(String members, String path) {
    assertThatThrownBy(() -> ArgumentSchema.parse("{" + members + "}"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("refers back to itself for the same value")
        .hasMessageContaining(path);
  }

  @Test
  void refusesALoopInTheOlderDrafts() {
    for (String members :
        new String[] {
          "\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"definitions\":"
              + "{\"Money\":{\"allOf\":[{\"$ref\":\"#/definitions/Amount\"}]},"
              + "\"Amount\":{\"$ref\":\"#/definitions/Money\"}}",
          "\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"definitions\":"
              + "{\"a\":{\"$id\":\"#me\",\"dependencies\":{\"x\":{\"$ref\":\"#me\"}}}}",
          "\"$schema\":\"http://json-schema.org/draft-04/schema#\",\"id\":\"https://x.example/y\","
              + "\"allOf\":[{\"$ref\":\"https://x.example/y\"}]",
          "\"$schema\":\"https://json-schema.org/draft/2019-09/schema\",\"$recursiveAnchor\":true,"
              + "\"anyOf\":[{\"$recursiveRef\":\"#\"}]"
        }) {
      assertThatThrownBy(() -> ArgumentSchema.parse("{" + members + "}"))
          .isInstanceOf(ActOnceException.class)
          .hasMessageContaining("refers back to itself");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "$ref": "#/$defs/n", "$defs": {"n": {"properties": {"a": {"$ref": "#/$defs/n"}}}}
          "$ref": "#/$defs/n", "$defs": {"n": {"additionalProperties": {"$ref": "#/$defs/n"}}}
          "$ref": "#/$defs/n", "$defs": {"n": {"patternProperties": {"^a": {"$ref": "#/$defs/n"}}}}
          "$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}}
          "$id": "tree", "properties": {"a": {"$ref": "tree"}}
          "properties": {"a": {"$ref": "#"}}
          "allOf": [{"properties": {"a": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}]
          "unevaluatedProperties": {"$ref": "#"}
          """)
  void takesARecursionThatFollowsTheValue(String members) {
    ArgumentSchema tree = ArgumentSchema.parse("{\"type\": \"object\", " + members + "}");

    assertThat(tree.validate("{\"a\":".repeat(63) + "{}" + "}".repeat(63))).isEmpty();
  }

  @Test
  void takesThePartThatTwoUse() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"required": ["x"]}}}
            """);

    assertThat(schema.validate("{\"x\":1}")).isEmpty();
    assertThat(schema.validate("{}")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"allOf, 30", "anyOf, 30", "oneOf, 30", "allOf, 45"})
  void refusesReferencesThatMultiply(String keyword, int levels) {
    StringBuilder defs = new StringBuilder();
    for (int i = 0; i < levels; i++) {
      defs.append(
          "\"d%d\":{\"%s\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]},"
              .formatted(i, keyword, i + 1, i + 1));
    }
    String schema =
        "{\"$ref\":\"#/$defs/d0\",\"$defs\":{"
            + defs
            + "\"d"
            + levels
            + "\":{\"type\":\"object\"}}}";

    assertThatThrownBy(() -> ArgumentSchema.parse(schema))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("#/$defs/d")
        .hasMessageContaining("applies more than");
  }

  @Test
  void refusesALongChainForOneValue() {
    StringBuilder defs = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      defs.append("\"d%d\":{\"$ref\":\"#/$defs/d%d\"},".formatted(i, i + 1));
    }

    assertThatThrownBy(() -> ArgumentSchema.parse("{\"$defs\":{" + defs + "\"d5000\":{}}}"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("in a row");
  }

  @Test
  void answersOnASmallStackForTheDeepestSchemaAndValue() throws InterruptedException {
    StringBuilder chain = new StringBuilder();
    for (int i = 0; i < 90; i++) {
      chain.append("\"d%d\":{\"$ref\":\"#/$defs/d%d\"},".formatted(i, i + 1));
    }
    ArgumentSchema schema =
        ArgumentSchema.parse(
            "{\"$ref\":\"#/$defs/d0\",\"$defs\":{"
                + chain
                + "\"d90\":{\"additionalProperties\":{\"$ref\":\"#/$defs/d0\"}}}}");
    String[] answer = new String[1];

    Thread small =
        new Thread(
            null,
            () ->
                answer[0] =
                    schema.validate("{\"a\":".repeat(63) + "{}" + "}".repeat(63)).orElse("valid"),
            "small",
            512 * 1024);
    small.start();
    small.join();

    assertThat(answer[0]).contains("nested deeper than");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "pattern": "(?=a)"                                    | /pattern '(?=a)'
          "properties": {"a": {"pattern": "(?i)a"}}             | /properties/a/pattern '(?i)a'
          "properties": {"a": {"pattern": "[a-z]++"}}           | /properties/a/pattern '[a-z]++'
          "patternProperties": {"(a)\\\\1": true}               | /patternProperties '(a)\\1'
          "$defs": {"x": {"items": {"pattern": "((a{1,100}){1,100}){1,100}"}}} | /$defs/x/items/pattern
          """)
  void namesAPatternThatIsRefusedItsPlaceAndTheDialect(String members, String place) {
    assertThatThrownBy(() -> ArgumentSchema.parse("{" + members + "}"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining(place)
        .hasMessageContaining("ECMA-262");
  }

  /** What no draft calls a schema is one as soon as a reference says so. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"pattern\": \"(?=x)\"} | /x-money/pattern '(?=x)'",
        "{\"items\": {\"pattern\": \"(\"}} | /x-money/items/pattern '('",
        "{\"multipleOf\": 0} | Schema: multipleOf must be a number above 0"
      })
  void checksASchemaThatOnlyAReferenceFinds(String schema, String refusal) {
    String text =
        "{\"properties\": {\"a\": {\"$ref\": \"#/x-money\"}}, \"x-money\": " + schema + "}";

    assertThatThrownBy(() -> ArgumentSchema.parse(text)).hasMessageContaining(refusal);
  }

  @Test
  void doesNotTakeDataForSchemas() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"properties": {"a": {"enum": [{"pattern": "(?=x)", "items": [1], "$ref": "#/nope"}],
                                  "default": {"$ref": "#"}},
                            "pattern": {"type": "string"}, "$ref": {"type": "string"},
                            "items": {"type": "array", "examples": [{"items": []}]}}}
            """);

    assertThat(schema.validate("{\"a\":{\"pattern\":\"(?=x)\",\"items\":[1],\"$ref\":\"#/nope\"}}"))
        .isEmpty();
  }

  @Test
  void takesARelativeIdAtTheRootAndBelow() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"$id": "charge", "properties": {"a": {"$ref": "money"}, "b": {"$ref": "charge#/$defs/m"}},
             "$defs": {"m": {"$id": "money", "type": "integer"}}}
            """);

    assertThat(schema.validate("{\"a\":1,\"b\":2}")).isEmpty();
    assertThat(schema.validate("{\"a\":\"x\"}")).contains("/a: type must be \"integer\"");
    assertThat(schema.validate("{\"b\":\"x\"}")).contains("/b: type must be \"integer\"");
  }

  @Test
  void takesEqualIdsInTwoSchemas() {
    ArgumentSchema one = ArgumentSchema.parse("{\"$id\":\"x\",\"required\":[\"a\"]}");
    ArgumentSchema two = ArgumentSchema.parse("{\"$id\":\"x\",\"required\":[\"b\"]}");

    assertThat(one.validate("{}")).contains("'a' is required");
    assertThat(two.validate("{}")).contains("'b' is required");
  }

  @Test
  void readsAListOfItemsAs2019WhenNoDraftIsNamed() {
    ArgumentSchema pair =
        ArgumentSchema.parse(
            """
            {"properties": {"a": {"items": [{"type": "string"}, {"type": "integer"}],
                                  "additionalItems": false}}}
            """);

    assertThat(pair.validate("{\"a\":[\"x\",1]}")).isEmpty();
    assertThat(pair.validate("{\"a\":[1,1]}")).contains("/a/0: type must be \"string\"");
    assertThat(pair.validate("{\"a\":[\"x\",1,2]}")).isPresent();
    assertThatThrownBy(
            () ->
                ArgumentSchema.parse(
                    "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"items\":[{}]}"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("/items");
  }

  @Test
  void takesANameWithADotForAnotherMember() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"properties": {"amount.value": {"type": "number"},
                            "amount": {"properties": {"value": {"type": "string"}}}}}
            """);

    assertThat(schema.numericPaths()).isEmpty();
    assertThat(schema.validate("{\"amount\":{\"value\":\"1\"},\"amount.value\":2}")).isEmpty();
  }

  @Test
  void keepsATextInAPairWithANumber() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"properties": {"a": {"prefixItems": [{"type": "number"}, {"type": "string"}]}}}
            """);

    assertThat(schema.numericPaths()).isEmpty();
    assertThat(schema.validate("{\"a\":[1,\"5\"]}")).isEmpty();
  }

  @Test
  void takesAnIdentityThatAnOpenSchemaDoesNotList() {
    String tool =
        """
        tools:
          pay:
            safety: unsafe
            identity: [order_id]
            arguments: { type: object, properties: { order: { type: string } }%s }
        """;

    assertThat(Catalog.parse(tool.formatted(""), "tools.yaml").actions()).containsExactly("pay");
    assertThatThrownBy(
            () -> Catalog.parse(tool.formatted(", additionalProperties: false"), "tools.yaml"))
        .hasMessageContaining("found 'order_id', which is no argument of this tool");
  }

  @Test
  void takesTheNamesOfMcpAndItsNeighbours() {
    for (String name :
        new String[] {
          "_internal", "user-profile/update", "-x", "a.b", "ns:tool", "1", "a".repeat(128)
        }) {
      assertThat(Catalog.parse("tools:\n  '" + name + "': { safety: unsafe }\n", "t").actions())
          .containsExactly(name);
    }
    for (String name : new String[] {"a b", "a\\n", "ä", "a,b", "%2F", "a".repeat(129)}) {
      assertThatThrownBy(
              () -> Catalog.parse("tools:\n  \"" + name + "\": { safety: unsafe }\n", "t"))
          .hasMessageContaining("not a tool's name");
    }
  }
}
