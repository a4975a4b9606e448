package dev.actonce.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * A real Apicurio Registry in a JVM of its own, out of its Maven artefact, which the build unpacks
 * into {@code target/apicurio}. Keeps its schemas in memory. Confined to the test thread.
 */
public final class RegistryProcess implements AutoCloseable {
  private static final Path HOME = Path.of("target/apicurio");
  private static final Duration START_TIMEOUT = Duration.ofSeconds(120);
  private static final long EXIT_SECONDS = 30;
  private static final Pattern LISTENING =
      Pattern.compile("Listening on: http://127\\.0\\.0\\.1:(\\d+)");

  private final Process process;
  private final Path log;
  private final int port;

  private RegistryProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.port = awaitPort();
  }

  /** Starts a registry on a free port. */
  public static RegistryProcess start(Path directory) {
    return start(directory, 0);
  }

  /**
   * Starts a registry and returns when it serves.
   *
   * @param directory holds its log
   * @param port its port; 0 for any free one
   */
  public static RegistryProcess start(Path directory, int port) {
    Path log = directory.resolve("registry.log");
    try {
      Files.createDirectories(directory);
      Files.deleteIfExists(log);
      Process process =
          new ProcessBuilder(command(port))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return new RegistryProcess(process, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> command(int port) {
    String runner = HOME.resolve("apicurio-registry-app-2.6.13.Final-runner.jar").toString();
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Dquarkus.http.host=127.0.0.1",
        "-Dquarkus.http.port=" + port,
        "-cp",
        runner + File.pathSeparator + HOME.resolve("lib") + File.separator + "*",
        "io.quarkus.runner.GeneratedMain");
  }

  /** Where its Confluent API is. */
  public String url() {
    return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
  }

  /** Freezes it (SIGSTOP): it accepts connections and never answers. */
  public void freeze() {
    signal("-STOP");
  }

  /** Lets it go on (SIGCONT). */
  public void thaw() {
    signal("-CONT");
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " survives SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int awaitPort() {
    try {
      return Awaitility.await("registry ready")
          .atMost(START_TIMEOUT)
          .pollInterval(Duration.ofMillis(100))
          .until(this::loggedPort, found -> found.isPresent() || !process.isAlive())
          .orElseThrow();
    } catch (RuntimeException e) {
      close();
      throw new IllegalStateException("the registry did not start; its log:\n" + log(), e);
    }
  }

  private Optional<Integer> loggedPort() {
    Matcher listening = LISTENING.matcher(log());
    return listening.find() ? Optional.of(Integer.valueOf(listening.group(1))) : Optional.empty();
  }

  private String log() {
    try {
      return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
      if (!kill.waitFor(EXIT_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new IllegalStateException("kill " + name + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
