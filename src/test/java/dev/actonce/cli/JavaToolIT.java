package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.testing.LongRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar of a user, with a tool in Java, beside the launcher's own. */
@LongRun
final class JavaToolIT {
  private static final Path SAMPLE = Path.of("src/it/java-tool");

  @TempDir Path directory;

  @Test
  void launcherRunsAToolOfAJarThatTheUserNames() throws Exception {
    Files.copy(SAMPLE.resolve("tools.yaml"), directory.resolve("tools.yaml"));
    Path ledger = Files.createDirectories(directory.resolve("ledger"));
    Path jar = pack(compile());

    try (CliProcess up =
        CliProcess.startByLauncher(
            directory,
            Map.of("ACTONCE_CLASSPATH", jar.toString(), "REFUND_LEDGER", ledger.toString()),
            "up",
            "--port",
            "0")) {
      up.awaitPrinted("stop with Ctrl-C");
      String bootstrap =
          up.out().lines().findFirst().orElseThrow().replace("ready: bootstrap-servers ", "");
      Latest latest = refund(bootstrap);

      assertThat(latest.status()).contains(OutcomeStatus.SUCCEEDED);
      assertThat(latest.outcome().orElseThrow().answer().result()).contains("\"refund\":");
      try (Stream<Path> refunds = Files.list(ledger)) {
        assertThat(refunds).hasSize(1);
      }
    }
  }

  private Latest refund(String bootstrap) {
    try (ActOnceClient client =
        ActOnceClient.builder()
            .bootstrapServers(bootstrap)
            .catalog(Catalog.load(directory.resolve("tools.yaml")))
            .tenant("shop")
            .build()) {
      Intent intent =
          Intent.action("refund")
              .intentId("order-7")
              .arguments(Map.of("order", "order-7", "amount", 149))
              .build();
      return client.publish(intent).await(Duration.ofSeconds(60));
    }
  }

  private Path compile() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Xlint:all,-path,-options",
                "-Werror",
                "--release",
                "17"));
    try (Stream<Path> sources = Files.walk(SAMPLE.resolve("src/main/java"))) {
      sources.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
    return classes;
  }

  private Path pack(Path classes) throws IOException {
    Path jar = directory.resolve("refunds.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      add(classes, out);
      add(SAMPLE.resolve("src/main/resources"), out);
    }
    return jar;
  }

  private static void add(Path root, JarOutputStream out) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(root.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
        out.closeEntry();
      }
    }
  }
}
