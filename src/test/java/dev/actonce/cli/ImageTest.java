package dev.actonce.cli;

import static dev.actonce.cli.Composition.service;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The image of our processes, and how their health is asked for. */
class ImageTest {
  private static final Path DOCKERFILE = Path.of("ops/docker/Dockerfile");

  @Test
  void buildsOurImageFromSourceWithoutRootAndCompiler() throws IOException {
    List<String> lines = Files.readAllLines(DOCKERFILE);
    List<String> bases =
        lines.stream()
            .filter(line -> line.startsWith("FROM "))
            .map(line -> line.split(" ", -1)[1])
            .toList();

    assertThat(bases).hasSize(2).allSatisfy(base -> assertThat(base).matches(Composition.PINNED));
    assertThat(bases.get(1)).contains("17").contains("-jre");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("USER "))
        .containsExactly("USER 10001:10001");
    assertThat(service("topics").get("build").get("dockerfile").text())
        .isEqualTo(DOCKERFILE.toString());
    List<String> ignored = Files.readAllLines(Path.of("ops/docker/Dockerfile.dockerignore"));
    for (String line : lines) {
      if (line.startsWith("COPY ") && !line.contains("--from=")) {
        String source = line.split(" ", -1)[1];
        assertThat(Path.of(source)).exists();
        assertThat(ignored).contains("!" + source);
      }
    }
  }

  /** Otherwise each change of a source downloads all libraries again. */
  @Test
  void downloadsLibrariesInALayerThatSourcesDoNotChange() throws IOException {
    assertThat(Files.readString(DOCKERFILE))
        .containsSubsequence("COPY pom.xml", "RUN mvn", "COPY src/main", "RUN mvn");
  }

  @Test
  void holdsEveryJarThatTheLauncherNames() throws IOException {
    String dockerfile = Files.readString(DOCKERFILE);
    List<String> jars =
        Pattern.compile("\\$\\{jar%\\.jar}(-[a-z]+\\.jar)")
            .matcher(Files.readString(Path.of("ops/actonce")))
            .results()
            .map(found -> "target/actonce" + found.group(1))
            .distinct()
            .toList();

    assertThat(jars).hasSize(3).allSatisfy(jar -> assertThat(dockerfile).contains(jar));
    assertThat(dockerfile).contains("target/actonce.jar", "target/lib");
  }

  @ParameterizedTest
  @CsvSource({"200,0", "503,1", "404,1"})
  void asksForHealthOverHttp(int status, int exitCode) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/health/ready",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(status, -1);
          }
        });
    server.start();
    try {
      assertThat(health(server.getAddress().getPort())).isEqualTo(exitCode);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void takesAClosedPortForUnhealthy() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int port = server.getAddress().getPort();
    server.stop(0);

    assertThat(health(port)).isNotZero();
  }

  private static int health(int port) throws IOException, InterruptedException {
    Process check =
        new ProcessBuilder("ops/docker/healthcheck", Integer.toString(port), "/health/ready")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return check.exitValue();
  }
}
