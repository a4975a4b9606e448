package dev.actonce.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Library;
import dev.actonce.testing.Without;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A gate in a project that has only what it inherits. */
class GateLibrariesTest {
  @Test
  void saysThatKafkaStreamsIsMissing() throws Exception {
    try (URLClassLoader loader = Without.jars("kafka-streams", "rocksdbjni")) {
      Method start =
          Arrays.stream(loader.loadClass(GateNode.class.getName()).getMethods())
              .filter(method -> method.getName().equals("startWithoutWatch"))
              .findAny()
              .orElseThrow();

      assertThatThrownBy(() -> start.invoke(null, null, null, null, null))
          .cause()
          .hasMessage(
              "the gate needs libraries that are not on the class path; add to the dependencies: "
                  + Library.KAFKA_STREAMS.coordinates());
    }
  }
}
