package dev.actonce.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void keepsEveryKindOfValue() {
    String text =
        "{\"a\":[1,-2,3000000000,12345678901234567890,1.50,true,false,null,{},[],{\"b\":[[]]}],"
            + "\"c\":\"\\u00e9\"}";

    assertThat(Json.write(Json.parse(text).orElseThrow())).isEqualTo(text.replace("\\u00e9", "é"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1 2",
        "{} {}",
        "[1",
        "{\"a\":",
        "{\"a\":NaN}",
        "[Infinity]",
        "{'a':1}",
        "[01]",
        "[1]]",
        "{\"a\":1}}",
        "{a:1}",
        "[,]",
        "nul"
      })
  void refusesWhatIsNoJsonAndSaysWhy(String text) {
    assertThat(Json.parse(text)).isEmpty();
    assertThat(Json.objection(text)).isNotBlank().doesNotContain("enable");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e99999999999", "-1E+99999999999", "1e2147483648", "12.5e-99999999999"})
  void keepsTheSpellingOfANumberThatJavaCannotHold(String number) {
    JsonNode json = Json.parse("{\"id\":" + number + "}").orElseThrow();

    assertThat(Json.scalarAt(json, "$.id")).isEqualTo(number);
    assertThat(Json.write(json)).isEqualTo("{\"id\":" + number + "}");
  }

  @Test
  void readsNumbersOfAnyLength() {
    String digits = "7".repeat(100_000);

    assertThat(Json.scalarAt(Json.parse("[" + digits + "]").orElseThrow(), "$[0]"))
        .isEqualTo(digits);
    assertThat(Json.scalarAt(Json.parse("[0." + digits + "]").orElseThrow(), "$[0]"))
        .isEqualTo("0." + digits);
  }

  @Test
  void readsWalksAndWritesUpToItsDepth() {
    String deep = nested(Json.MAX_DEPTH);
    JsonNode json = Json.parse(deep).orElseThrow();

    assertThat(Json.write(json)).isEqualTo(deep);
    assertThat(Json.scalarAt(json, "$..id")).isNull();
    assertThat(Json.parse(nested(Json.MAX_DEPTH + 1))).isEmpty();
    assertThat(Json.objection(nested(Json.MAX_DEPTH + 1))).contains("2000");
    assertThat(Json.parse("[".repeat(500_000))).isEmpty();
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }
}
