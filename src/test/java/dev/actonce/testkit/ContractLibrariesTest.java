package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Library;
import dev.actonce.testing.Without;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the kit says to a project that has not all that it needs. */
class ContractLibrariesTest {
  @Test
  void namesEachLibraryThatIsMissing() throws Exception {
    try (URLClassLoader loader =
        Without.jars("kafka-streams-4", "rocksdbjni", "json-schema-validator", "kafka", "netty")) {
      Class<?> extension = loader.loadClass(ContractExtension.class.getName());
      Method provide =
          Arrays.stream(extension.getDeclaredMethods())
              .filter(method -> method.getName().startsWith("provideTestTemplate"))
              .findAny()
              .orElseThrow();
      var constructor = extension.getDeclaredConstructor();
      constructor.setAccessible(true);
      provide.setAccessible(true);
      Object kit = constructor.newInstance();

      assertThatThrownBy(() -> provide.invoke(kit, (Object) null))
          .cause()
          .hasMessageStartingWith("the contract kit needs libraries that are not on the class path")
          .hasMessageContainingAll(
              Library.KAFKA_STREAMS.coordinates(),
              Library.SCHEMA_VALIDATOR.coordinates(),
              Library.BROKER.coordinates(),
              Library.HTTP_CODEC.coordinates())
          .message()
          .doesNotContain(Library.JSON_PATH.coordinates(), Library.LINEAR_PATTERNS.coordinates());
    }
  }

  /** The sample is what a user copies. */
  @Test
  void sampleDependsOnAllOfThem() throws Exception {
    String pom = Files.readString(Path.of("src/it/contract-sample/pom.xml")).replaceAll("\\s", "");
    for (Library library : Library.values()) {
      String[] parts = library.coordinates().split(":", -1);
      assertThat(pom)
          .contains(
              "<groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>"
                  .formatted(parts[0], parts[1], parts[2]));
    }
  }
}
