package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of the arguments are compared exactly, whatever their size and spelling. */
class ArgumentNumbersTest {
  private static final String NINES = "9".repeat(320);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "multipleOf": 2                        | 9007199254740993       | no
          "multipleOf": 2                        | 9007199254740992       | yes
          "multipleOf": 2                        | 1e400                  | yes
          "multipleOf": 2                        | 1e-400                 | no
          "multipleOf": 0.01                     | 19.99                  | yes
          "multipleOf": 0.01                     | 19.999                 | no
          "multipleOf": 0.01                     | 0.07e2                 | yes
          "multipleOf": 0.01                     | 90071992547409931.01   | yes
          "multipleOf": 0.1                      | 9007199254740993.05    | no
          "multipleOf": 1e-300                   | 1e400                  | yes
          "multipleOf": 9007199254740993         | 18014398509481986      | yes
          "multipleOf": 9007199254740993         | 18014398509481984      | no
          "multipleOf": 3                        | 0                      | yes
          "maximum": 9007199254740992            | 9007199254740993       | no
          "maximum": 9007199254740993            | 9007199254740993       | yes
          "type": "integer", "maximum": 100      | 1e30                   | no
          "type": "integer", "maximum": 100      | 18446744073709551617.0 | no
          "type": "integer", "maximum": 100      | 1.8446744073709551617e19 | no
          "type": "integer", "minimum": 0        | -1e300                 | no
          "type": "integer", "minimum": 0        | -18446744073709551615.0 | no
          "type": "integer", "exclusiveMaximum": 5 | 4.0                  | yes
          "type": "integer", "exclusiveMaximum": 5 | 50e-1                | no
          "type": "integer", "exclusiveMinimum": 5 | 5.0                  | no
          "minimum": 0.1                         | 0.1                    | yes
          "minimum": 0.1                         | 0.09999999999999999999 | no
          "exclusiveMinimum": 0                  | 1e-400                 | yes
          "const": 9007199254740993              | 9007199254740992       | no
          "const": 1                             | 1.0                    | yes
          "const": 100                           | 1e2                    | yes
          "const": {"x": [1, 0.5]}               | {"x": [1.0, 5e-1]}     | yes
          "const": {"x": [1]}                    | {"x": [2]}             | no
          "const": {"x": 1, "y": 2}              | {"y": 2, "x": 1}       | yes
          "enum": [1, 2.50, {"x": 10}]           | 2.5                    | yes
          "enum": [1, 2.50, {"x": 10}]           | {"x": 1e1}             | yes
          "enum": [1, 2.50, {"x": 10}]           | 9007199254740993       | no
          "enum": [9007199254740993]             | 9007199254740992.0     | no
          "const": 0                             | -0.0                   | yes
          "const": false                         | 0                      | no
          "type": "integer"                      | 1e400                  | yes
          "type": "integer"                      | 1.0                    | yes
          "type": "integer"                      | 1e-1                   | no
          "maxLength": 4294967301                | "123456789"            | yes
          "minItems": 4294967296                 | []                     | no
          "maxProperties": 1e12                  | {"x": 1}               | yes
          """)
  void comparesExactly(String keyword, String value, String valid) {
    ArgumentSchema schema = ArgumentSchema.parse("{\"properties\":{\"a\":{" + keyword + "}}}");

    assertThat(schema.validate("{\"a\":" + value + "}").isEmpty()).isEqualTo(valid.equals("yes"));
  }

  @Test
  void takesANumberOfHundredsOfDigits() {
    ArgumentSchema schema =
        ArgumentSchema.parse("{\"properties\":{\"a\":{\"type\":\"number\",\"multipleOf\":0.01}}}");

    assertThat(schema.validate("{\"a\":" + NINES + "}")).isEmpty();
    assertThat(schema.validate("{\"a\":\"" + NINES + "\"}")).isEmpty();
    assertThat(schema.validate("{\"a\":" + NINES + ".001}"))
        .contains("/a: multipleOf must be 0.01");
  }

  @Test
  void readsTheExclusiveFlagsOfDraft4() {
    ArgumentSchema schema =
        ArgumentSchema.parse(
            """
            {"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a":
              {"minimum": 1, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false}}}
            """);

    assertThat(schema.validate("{\"a\":1}")).isPresent();
    assertThat(schema.validate("{\"a\":1.5}")).isEmpty();
    assertThat(schema.validate("{\"a\":9}")).isEmpty();
  }
}
