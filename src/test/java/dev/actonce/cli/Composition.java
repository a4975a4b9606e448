package dev.actonce.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What {@code docker-compose.yml} says. */
final class Composition {
  static final Yaml FILE = Yaml.of(Path.of("docker-compose.yml"));
  static final Map<String, Yaml> SERVICES = FILE.get("services").members();

  /** An image whose tag is a version, or ours. */
  static final Pattern PINNED =
      Pattern.compile("[a-z0-9./-]+:v?\\d[\\w.-]*|actonce:local|[a-z0-9./:-]+@sha256:[0-9a-f]{64}");

  private Composition() {}

  /** Names of all services. */
  static Stream<String> services() {
    return SERVICES.keySet().stream();
  }

  /** Names of those that run our image. */
  static Stream<String> ours() {
    return services().filter(name -> service(name).get("image").text().equals("actonce:local"));
  }

  static Yaml service(String name) {
    return requireNonNull(SERVICES.get(name));
  }

  static boolean isOneShot(String name) {
    return service(name).get("restart").text().equals("no");
  }

  static Map<String, String> dependencies(String name) {
    Map<String, String> conditions = new TreeMap<>();
    service(name)
        .find("depends_on")
        .ifPresent(
            all ->
                all.members()
                    .forEach((other, how) -> conditions.put(other, how.get("condition").text())));
    return conditions;
  }

  static Set<String> reachable(String name) {
    Set<String> found = new HashSet<>();
    List<String> open = new ArrayList<>(dependencies(name).keySet());
    while (!open.isEmpty()) {
      String next = open.remove(open.size() - 1);
      if (found.add(next)) {
        open.addAll(dependencies(next).keySet());
      }
    }
    return found;
  }

  static Map<String, String> environment(String name) {
    Map<String, String> environment = new TreeMap<>();
    service(name)
        .find("environment")
        .ifPresent(
            all -> all.members().forEach((key, value) -> environment.put(key, value.text())));
    return environment;
  }

  static List<String> texts(Yaml service, String member) {
    return service.find(member).map(Yaml::texts).orElse(List.of());
  }

  static String property(String name) {
    try {
      Matcher found =
          Pattern.compile("<" + name + ">([^<]+)<").matcher(Files.readString(Path.of("pom.xml")));
      assertThat(found.find()).isTrue();
      return found.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
