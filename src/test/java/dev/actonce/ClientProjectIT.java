package dev.actonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.testing.UserProject;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project that publishes, and depends on nothing but {@code dev.actonce:actonce}. */
final class ClientProjectIT {
  private static final long MOST_BYTES = 30_000_000;
  private static final long RUN_SECONDS = 120;
  private static final List<String> COMMAND =
      List.of(
          "mvn",
          "compile",
          "dependency:tree",
          "-DoutputFile=target/tree.txt",
          "dependency:build-classpath",
          "-Dmdep.outputFile=target/classpath.txt");

  @TempDir Path directory;

  @Test
  void inheritsLittleAndPublishes() throws Exception {
    try (UserProject project = UserProject.copyOf(Path.of("src/it/client-sample"), directory)) {
      String log = project.run(COMMAND);
      assumeThat(log)
          .as("Maven reaches no repository, and what a client needs is not all in the local one")
          .doesNotContain("Could not transfer artifact", "Unknown host");

      assertThat(log).contains("BUILD SUCCESS").doesNotContain("[WARNING] COMPILATION");
      Path target = project.directory().resolve("target");
      assertInherits(Files.readString(target.resolve("tree.txt")));
      List<Path> classPath = classPath(Files.readString(target.resolve("classpath.txt")));
      assertSmall(classPath);
      assertThat(runs(project.directory(), classPath)).contains("SUCCEEDED");
    }
  }

  /** All of it by name, so that whatever joins it shows here. */
  private static void assertInherits(String tree) {
    assertThat(found("- [^:]+:([^:]+):jar:", tree))
        .containsExactlyInAnyOrder(
            "actonce",
            "avro",
            "commons-codec",
            "commons-compress",
            "commons-io",
            "commons-lang3",
            "jackson-annotations",
            "jackson-core",
            "jackson-databind",
            "jackson-dataformat-yaml",
            "jspecify",
            "kafka-clients",
            "lz4-java",
            "slf4j-api",
            "snakeyaml",
            "snappy-java",
            "zstd-jni");
    // The annotations have no third number.
    assertThat(found("jackson-(?:core|databind|dataformat-yaml):jar:([0-9.]+)", tree))
        .hasSize(3)
        .containsOnly(found("jackson-databind:jar:([0-9.]+)", tree).get(0));
    assertThat(found("jackson-databind:jar:([0-9.]+)", tree).get(0))
        .startsWith(found("jackson-annotations:jar:([0-9.]+)", tree).get(0));
  }

  private static List<String> found(String regex, String text) {
    return Pattern.compile(regex).matcher(text).results().map(ClientProjectIT::first).toList();
  }

  private static String first(MatchResult match) {
    return match.group(1);
  }

  private static List<Path> classPath(String text) {
    List<Path> jars = new ArrayList<>();
    for (String entry : text.strip().split(File.pathSeparator, -1)) {
      jars.add(Path.of(entry));
    }
    return jars;
  }

  private static void assertSmall(List<Path> classPath) throws IOException {
    long bytes = 0;
    for (Path jar : classPath) {
      bytes += Files.size(jar);
    }
    System.out.printf(
        "A client inherits %d jars of %.1f MB together%n", classPath.size(), bytes / 1e6);
    assertThat(bytes).as("all of %s", classPath).isLessThan(MOST_BYTES);
  }

  /** Publishes to a pipeline in this JVM; what the project's program prints. */
  private String runs(Path project, List<Path> classPath) throws Exception {
    Catalog catalog = Catalog.load(project.resolve("tools.yaml"));
    try (EmbeddedPipeline pipeline =
        EmbeddedPipeline.startTemporary(
            0,
            catalog,
            Map.of("charge_card", call -> new ActionResult.Succeeded("{\"id\":\"ch_1\"}", "ch_1")),
            EmbeddedPipeline.Options.DEFAULT)) {
      Path out = directory.resolve("charge.log");
      Process charge =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  project.resolve("target/classes")
                      + File.pathSeparator
                      + String.join(
                          File.pathSeparator, classPath.stream().map(Path::toString).toList()),
                  "shop.Charge",
                  pipeline.bootstrapServers(),
                  project.resolve("tools.yaml").toString())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      boolean ended = charge.waitFor(RUN_SECONDS, TimeUnit.SECONDS);
      charge.destroyForcibly();
      String printed = Files.readString(out);
      assertThat(ended).as(printed).isTrue();
      return printed;
    }
  }
}
