package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyVectorsTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void derivesAsFrozen(String name, JsonNode vector) {
    Derivation derivation = KeyDeriver.derive(intent(vector), Vectors.policy(vector));

    String actual = derivation.match(KeyVectorsTest::summary, KeyVectorsTest::summary);
    assertThat(actual).as(name).isEqualTo(expected(vector));
  }

  static Stream<Arguments> vectors() {
    return Vectors.read("keys-v1.json");
  }

  private static String expected(JsonNode vector) {
    if (vector.has("rejected")) {
      return vector.get("rejected").textValue();
    }
    JsonNode derived = vector.required("derived");
    return derived.required("kind").textValue()
        + " "
        + derived.required("key").textValue()
        + " "
        + derived.required("fingerprint").textValue();
  }

  private static String summary(Derivation.Derived derived) {
    return derived.kind().name().toLowerCase(Locale.ROOT)
        + " "
        + derived.key()
        + " "
        + derived.fingerprint();
  }

  private static String summary(Derivation.Underivable underivable) {
    return underivable.code();
  }

  private static ActionIntent intent(JsonNode vector) {
    JsonNode intent = vector.required("intent");
    return ActionIntent.of(
            "request",
            new Scope(
                text(intent, "tenant"), orNull(intent, "session"), orNull(intent, "run"), null),
            text(intent, "action"),
            text(intent, "arguments"))
        .withIntentId(orNull(intent, "intentId"))
        .withToolCallId(orNull(intent, "toolCallId"));
  }

  private static String text(JsonNode intent, String name) {
    return intent.required(name).textValue();
  }

  private static @Nullable String orNull(JsonNode intent, String name) {
    return intent.has(name) ? text(intent, name) : null;
  }
}
