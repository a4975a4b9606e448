package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.actonce.testing.Without;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a project sees that has only what it inherits. */
class LibraryTest {
  private static final String[] OPTIONAL = {
    "kafka-streams",
    "rocksdbjni",
    "json-schema-validator",
    "re2j",
    "json-path",
    "kafka_2.13",
    "netty"
  };

  @Test
  void readsACatalogWithoutTheLibrariesOfGatesAndExecutors() throws Exception {
    assertThat(callWithout(OPTIONAL, ReadsCatalog.class)).isEqualTo("[amount] $.data[0]");
  }

  @Test
  void namesWhatTheCheckOfArgumentsLacks() throws Exception {
    assertThat(callWithout(OPTIONAL, ChecksArguments.class))
        .isEqualTo(
            "INVALID_SETTING: the check of arguments needs libraries that are not on the class"
                + " path; add to the dependencies: "
                + Library.SCHEMA_VALIDATOR.coordinates()
                + ", "
                + Library.LINEAR_PATTERNS.coordinates());
  }

  @Test
  void findsItsOwnLibraries() {
    assertThat(Library.values()).allMatch(Library::isPresent);
    assertThatCode(() -> Library.require("this test", Library.values())).doesNotThrowAnyException();
  }

  /** A message that names an old version would send users to it. */
  @Test
  void namesTheVersionsOfTheBuild() throws Exception {
    String pom = Files.readString(Path.of("pom.xml"));
    Map<String, String> properties = new HashMap<>();
    Pattern.compile("<([a-z0-9.-]+\\.version)>([^<]+)<")
        .matcher(pom)
        .results()
        .forEach(property -> properties.put("${" + property.group(1) + "}", property.group(2)));
    List<String> used =
        Pattern.compile(
                "<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)<")
            .matcher(pom)
            .results()
            .map(
                found ->
                    String.join(
                        ":",
                        found.group(1),
                        found.group(2),
                        properties.getOrDefault(found.group(3), found.group(3))))
            .toList();

    assertThat(used)
        .containsAll(Arrays.stream(Library.values()).map(Library::coordinates).toList());
  }

  /** Runs in the other class loader. */
  static final class ReadsCatalog implements Callable<String> {
    @Override
    public String call() {
      Tool tool = catalog().require("charge_card");
      return tool.arguments().orElseThrow().numericPaths()
          + " "
          + tool.http().orElseThrow().lookup().orElseThrow().found();
    }
  }

  /** Runs in the other class loader. */
  static final class ChecksArguments implements Callable<String> {
    @Override
    public String call() {
      ArgumentSchema schema = catalog().require("charge_card").arguments().orElseThrow();
      try {
        return schema.validate("{}").toString();
      } catch (dev.actonce.core.ActOnceException e) {
        return e.code() + ": " + e.getMessage();
      }
    }
  }

  private static Catalog catalog() {
    return Catalog.parse(
        """
        tools:
          charge_card:
            safety: keyed
            provider_key_ttl: 24h
            arguments:
              type: object
              properties: { amount: { type: number }, currency: { type: string, pattern: "^[A-Z]+$" } }
            http:
              method: POST
              url: "http://localhost:9300/charges"
              key_header: Idempotency-Key
              lookup: { url: "http://localhost:9300/charges?key={provider_key}", found: "$.data[0]", lag: 0s }
        """,
        "tools.yaml");
  }

  private static Object callWithout(String[] jars, Class<? extends Callable<String>> task)
      throws Exception {
    try (URLClassLoader loader = Without.jars(jars)) {
      Class<?> there = loader.loadClass(task.getName());
      var constructor = there.getDeclaredConstructor();
      constructor.setAccessible(true);
      var call = Callable.class.getMethod("call");
      return call.invoke(constructor.newInstance());
    }
  }
}
