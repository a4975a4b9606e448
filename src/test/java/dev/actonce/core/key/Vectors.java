package dev.actonce.core.key;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.Repeats;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.provider.Arguments;

/** Reads the frozen vectors. */
final class Vectors {
  private Vectors() {}

  /** Name and content of each vector of a file. */
  static Stream<Arguments> read(String file) {
    try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
      JsonNode root = new ObjectMapper().readTree(Objects.requireNonNull(in, file));
      return StreamSupport.stream(root.required("vectors").spliterator(), false)
          .map(vector -> Arguments.of(vector.required("name").textValue(), vector));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static KeyPolicy policy(JsonNode vector) {
    JsonNode policy = vector.path("policy");
    return new KeyPolicy(
        KeyChoice.valueOf(policy.path("key").asText("auto").toUpperCase(Locale.ROOT)),
        texts(policy.path("identity")),
        Set.copyOf(texts(policy.path("identity_optional"))),
        Set.copyOf(texts(policy.path("sets"))),
        Set.copyOf(texts(policy.path("instants"))),
        Set.copyOf(texts(policy.path("numbers"))),
        Repeats.BY_CLASS);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.textValue()));
    return texts;
  }
}
