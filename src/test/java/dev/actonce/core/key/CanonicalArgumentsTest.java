package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalArgumentsTest {
  // J01
  @Test
  void keepsNestedMembersApart() {
    assertThat(Intents.key("{\"to\":{\"id\":1},\"amount\":5}"))
        .isNotEqualTo(Intents.key("{\"to\":{\"id\":2},\"amount\":5}"));
  }

  // J02
  @Test
  void ignoresMemberOrderAtEveryDepth() {
    String one = "{\"a\":{\"b\":{\"c\":1,\"d\":[{\"e\":1,\"f\":2}]},\"g\":3},\"h\":4}";
    String reversed = "{\"h\":4,\"a\":{\"g\":3,\"b\":{\"d\":[{\"f\":2,\"e\":1}],\"c\":1}}}";

    assertThat(Intents.key(one)).isEqualTo(Intents.key(reversed));
  }

  // J03
  @ParameterizedTest
  @ValueSource(
      strings = {
        "149,149.0",
        "149,149.00",
        "149,1.49e2",
        "149,14900e-2",
        "0,0.0",
        "0,-0",
        "0,0e5",
        "600,6e2"
      })
  void givesEqualNumbersOneKey(String pair) {
    String[] numbers = pair.split(",", 2);

    assertThat(Intents.key("{\"n\":" + numbers[0] + "}"))
        .isEqualTo(Intents.key("{\"n\":" + numbers[1] + "}"));
  }

  // J05
  @Test
  void guessesNoNumberInTextWithoutSchema() {
    assertThat(Intents.key("{\"amount\":\"149.00\"}"))
        .isNotEqualTo(Intents.key("{\"amount\":149}"));
    assertThat(Intents.key("{\"zip\":\"00501\"}")).isNotEqualTo(Intents.key("{\"zip\":501}"));
  }

  // J05
  @Test
  void comparesQuotedNumbersWhereTheSchemaSaysNumber() {
    KeyPolicy policy = Intents.numbers("amount", "zip");

    assertThat(Intents.key(Intents.of("{\"amount\":\"149.00\"}"), policy))
        .isEqualTo(Intents.key(Intents.of("{\"amount\":149}"), policy));
    assertThat(Intents.key(Intents.of("{\"zip\":\"00501\"}"), policy))
        .isNotEqualTo(Intents.key(Intents.of("{\"zip\":501}"), policy));
  }

  // J06
  @Test
  void keepsIntegersBeyondDoublePrecisionApart() {
    assertThat(Intents.key("{\"id\":9007199254740992}"))
        .isNotEqualTo(Intents.key("{\"id\":9007199254740993}"));
    assertThat(Intents.key("{\"id\":2512292042121000001}"))
        .isNotEqualTo(Intents.key("{\"id\":2512292042121000000}"));
  }

  // J07
  @ParameterizedTest
  @CsvSource({"1e-07,1.0E-7", "1e+20,100000000000000000000", "10.0,1.0E1", "-0.0,0"})
  void derivesOneKeyFromPythonAndJavaSpellings(String python, String java) {
    assertThat(Intents.key("{\"n\":" + python + "}"))
        .isEqualTo(Intents.key("{\"n\":" + java + "}"));
  }

  // J08
  @ParameterizedTest
  @ValueSource(strings = {"\\uD800X", "\\uDC00X", "\uD800X", "\uDC00X", "\\uDE00\\uD83D"})
  void rejectsLoneSurrogates(String text) {
    assertThat(Intents.key("{\"a\":\"" + text + "\"}")).isEqualTo(KeyDeriver.INVALID_ARGUMENTS);
    assertThat(Intents.key("{\"" + text + "\":1}")).isEqualTo(KeyDeriver.INVALID_ARGUMENTS);
  }

  // J08
  @Test
  void acceptsTheQuestionMarkThatASurrogateWouldCollideWith() {
    assertThat(Intents.key("{\"a\":\"?X\"}")).startsWith("v1.");
  }

  // J10
  @Test
  void givesComposedAndDecomposedTextOneKey() {
    ActionIntent composed = Intents.of("{\"to\":\"M\u00fcller\"}");
    ActionIntent decomposed = Intents.of("{\"to\":\"Mu\u0308ller\"}");

    assertThat(Intents.key(composed, KeyPolicy.AUTO))
        .isEqualTo(Intents.key(decomposed, KeyPolicy.AUTO));
    assertThat(decomposed.arguments()).isEqualTo("{\"to\":\"Mu\u0308ller\"}");
  }

  // J11
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"amount\":1,\"amount\":100}",
        "{\"amount\":1,\"amount\":1}",
        "{\"amount\":null,\"amount\":1}",
        "{\"a\":1,\"\\u0061\":1}",
        "{\"\u00fc\":1,\"u\u0308\":1}",
        "{\"x\":[{\"b\":1,\"a\":2,\"c\":3,\"a\":4}]}"
      })
  void rejectsDuplicateMemberNames(String arguments) {
    assertThat(Intents.key(arguments)).isEqualTo(KeyDeriver.INVALID_ARGUMENTS);
  }

  // J12
  @Test
  void treatsNullAsAbsentAndEmptyTextAsAValue() {
    assertThat(Intents.key("{\"to\":\"a\",\"cc\":null}"))
        .isEqualTo(Intents.key("{\"to\":\"a\"}"))
        .isNotEqualTo(Intents.key("{\"to\":\"a\",\"cc\":\"\"}"));
  }

  @Test
  void keepsNullElementsOfArrays() {
    assertThat(Intents.key("{\"a\":[1,null]}")).isNotEqualTo(Intents.key("{\"a\":[1]}"));
  }

  // J14
  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "nan", "-NaN"})
  void rejectsNotANumberAndInfinity(String number) {
    assertThat(Intents.key("{\"x\":" + number + "}")).isEqualTo(KeyDeriver.INVALID_ARGUMENTS);
  }

  // J16
  @ParameterizedTest
  @ValueSource(
      strings = {"2026-01-01T11:00:00+01:00", "2026-01-01T10:00:00.000Z", "2026-01-01T10:00Z"})
  void comparesDeclaredFieldsAsInstants(String same) {
    String other = "{\"at\":\"" + same + "\"}";
    String utc = "{\"at\":\"2026-01-01T10:00:00Z\"}";
    KeyPolicy policy = Intents.instants("at");

    assertThat(Intents.key(Intents.of(other), policy))
        .isEqualTo(Intents.key(Intents.of(utc), policy));
    assertThat(Intents.key(other)).isNotEqualTo(Intents.key(utc));
  }

  // J16
  @Test
  void comparesTimesWithoutZoneVerbatim() {
    KeyPolicy policy = Intents.instants("at");
    String zoneless = Intents.key(Intents.of("{\"at\":\"2026-01-01T10:00:00\"}"), policy);

    assertThat(zoneless)
        .isNotEqualTo(Intents.key(Intents.of("{\"at\":\"2026-01-01T10:00:00Z\"}"), policy))
        .isNotEqualTo(Intents.key(Intents.of("{\"at\":\"2026-01-01T10:00:00.0\"}"), policy));
  }
}
