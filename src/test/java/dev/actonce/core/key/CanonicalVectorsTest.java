package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CanonicalVectorsTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void writesOrRejectsAsFrozen(String name, JsonNode vector) {
    String expected =
        vector.has("rejected")
            ? "rejected: " + vector.get("rejected").textValue()
            : vector.required("canonical").textValue();

    assertThat(canonical(vector)).as(name).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void leavesCanonicalTextAsItIs(String name, JsonNode vector) {
    if (vector.has("canonical")) {
      String canonical = vector.get("canonical").textValue();
      FieldPaths paths = FieldPaths.of(Vectors.policy(vector));

      assertThat(written(JsonParser.parseObject(canonical), paths)).as(name).isEqualTo(canonical);
    }
  }

  static Stream<Arguments> vectors() {
    return Vectors.read("canonical-v1.json");
  }

  private static String canonical(JsonNode vector) {
    FieldPaths paths = FieldPaths.of(Vectors.policy(vector));
    try {
      JsonValue value = JsonParser.parseObject(vector.required("arguments").textValue());
      return written(value, paths);
    } catch (ArgumentsRejectedException e) {
      return "rejected: " + e.asDerivation().code();
    }
  }

  private static String written(JsonValue value, FieldPaths paths) {
    return new String(CanonicalWriter.write(value, paths, 16), StandardCharsets.UTF_8);
  }
}
