package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import org.junit.jupiter.api.Test;

class ArgumentSchemaTest {
  private static final ArgumentSchema CHARGE =
      ArgumentSchema.parse(
          """
          {
            "type": "object",
            "required": ["amount", "currency"],
            "additionalProperties": false,
            "properties": {
              "amount": {"type": "number", "minimum": 1},
              "currency": {"enum": ["EUR", "USD"]},
              "note": {"type": "string", "pattern": "^[a-z]*$"},
              "zip": {"type": ["string", "integer"]},
              "count": {"type": ["integer", "null"]},
              "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
              "points": {"type": "array", "prefixItems": [{"type": "number"}]},
              "buyer": {"properties": {"age": {"type": "integer"}}}
            },
            "$defs": {
              "item": {
                "type": "object",
                "properties": {"price": {"type": "number"}, "parts": {"$ref": "#/$defs/item"}}
              }
            }
          }
          """);

  @Test
  void acceptsValidArguments() {
    assertThat(CHARGE.validate("{\"amount\": 149, \"currency\": \"EUR\"}")).isEmpty();
  }

  @Test
  void namesAMissingField() {
    assertThat(CHARGE.validate("{\"amount\": 149}")).contains("'currency' is required");
  }

  @Test
  void namesAFieldTooMany() {
    assertThat(CHARGE.validate("{\"amount\": 149, \"currency\": \"EUR\", \"tip\": 1}"))
        .contains("'tip' is not allowed");
  }

  @Test
  void saysWhatTheSchemaDemandsButNeverTheValue() {
    String violations =
        CHARGE
            .validate("{\"amount\": \"SECRET\", \"currency\": \"SECRET\", \"note\": \"SECRET\"}")
            .orElseThrow();

    assertThat(violations)
        .contains("/amount: type must be \"number\"")
        .contains("/currency: enum must be [\"EUR\",\"USD\"]")
        .doesNotContain("SECRET");
  }

  @Test
  void refusesWhatIsNoJsonObject() {
    assertThat(CHARGE.validate("{\"amount\":")).contains("the arguments are not valid JSON");
    assertThat(CHARGE.validate("[1]")).contains("the arguments must be a JSON object");
    assertThat(CHARGE.validate("{\"amount\": 1, \"amount\": 2, \"currency\": \"EUR\"}"))
        .contains("the arguments are not valid JSON");
  }

  @Test
  void takesAQuotedNumberForTheNumberWhereTheSchemaSaysSo() {
    assertThat(CHARGE.validate("{\"amount\": \"149.00\", \"currency\": \"EUR\"}")).isEmpty();
    assertThat(CHARGE.validate("{\"amount\": \"0\", \"currency\": \"EUR\"}"))
        .contains("/amount: minimum must be 1");
  }

  @Test
  void findsNumericPathsThroughObjectsArraysAndReferences() {
    assertThat(CHARGE.numericPaths())
        .containsExactlyInAnyOrder("amount", "count", "items.price", "points", "buyer.age");
  }

  @Test
  void findsNoNumbersWhereTextIsAllowedToo() {
    assertThat(CHARGE.numericPaths()).doesNotContain("zip");
  }

  @Test
  void endsOnRecursiveSchemas() {
    ArgumentSchema tree =
        ArgumentSchema.parse(
            """
            {
              "properties": {"top": {"$ref": "#/$defs/node"}},
              "$defs": {
                "node": {
                  "properties": {
                    "size": {"type": "integer"},
                    "left": {"$ref": "#/$defs/node"},
                    "right": {"$ref": "#/$defs/node"}
                  }
                }
              }
            }
            """);

    assertThat(tree.numericPaths()).containsExactly("top.size");
  }

  @Test
  void refusesAnUnresolvableReference() {
    assertThatThrownBy(() -> ArgumentSchema.parse("{\"$ref\": \"#/$defs/nope\"}"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("not a valid JSON Schema")
        .hasMessageContaining("/$defs/nope");
  }

  @Test
  void refusesAnUnknownDialect() {
    assertThatThrownBy(() -> ArgumentSchema.parse("{\"$schema\": \"http://nope.invalid/x\"}"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("nope.invalid");
  }

  @Test
  void saysWhichOtherFieldsAFieldDemands() {
    ArgumentSchema schema = ArgumentSchema.parse("{\"dependentRequired\": {\"card\": [\"cvc\"]}}");

    assertThat(schema.validate("{\"card\": \"4242\"}").orElseThrow())
        .contains("demands others")
        .contains("cvc")
        .doesNotContain("4242");
  }
}
