package dev.actonce.testing;

import dev.actonce.cli.Main;
import dev.actonce.config.KafkaConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * {@code actonce executor} in a JVM of its own, so that a test can kill or freeze it at any
 * instant. Confined to the test thread.
 */
public final class ExecutorProcess implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final long EXIT_SECONDS = 90;

  private final Process process;
  private final Path log;

  private ExecutorProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts one; it may not be ready on return.
   *
   * @param directory holds its log
   * @param jvmOptions before the class
   */
  public static ExecutorProcess start(
      Path directory, KafkaConfig kafka, Path catalog, String instance, String... jvmOptions) {
    Path log = directory.resolve(instance + ".log");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of(jvmOptions));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of("executor", "--bootstrap-servers", kafka.bootstrapServers()));
    line.addAll(List.of("--topic-prefix", kafka.topicPrefix(), "--catalog", catalog.toString()));
    line.addAll(List.of("--instance", instance, "--verbose"));
    line.addAll(List.of("--session-timeout", kafka.sessionTimeout().toMillis() + "ms"));
    try {
      return new ExecutorProcess(
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()))
              .start(),
          log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it owns partitions. */
  public ExecutorProcess awaitReady() {
    Awaitility.await("executor process ready")
        .atMost(START_TIMEOUT)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> log().contains("executor ready") || !process.isAlive());
    if (!process.isAlive()) {
      throw new IllegalStateException("the executor process ended: " + log());
    }
    return this;
  }

  /** Ends it at once, as a crash does (SIGKILL). */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Freezes it (SIGSTOP), as a long pause does. */
  public void freeze() {
    signal("-STOP");
  }

  /** Lets it go on (SIGCONT). */
  public void thaw() {
    signal("-CONT");
  }

  /** Waits for its end. */
  public int awaitExit() {
    try {
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " does not end: " + log());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What it printed. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
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
