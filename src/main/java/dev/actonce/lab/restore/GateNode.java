package dev.actonce.lab.restore;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code actonce gate} in a JVM of its own, so that it can be killed, with its state in a directory
 * that can be deleted. Confined to the run's thread.
 */
final class GateNode implements AutoCloseable {
  private static final long EXIT_SECONDS = 90;

  private final Process process;
  private final Path log;
  private final long startedNanos;
  private final CompletableFuture<Long> readyNanos = new CompletableFuture<>();

  private GateNode(Process process, Path log, long startedNanos) {
    this.process = process;
    this.log = log;
    this.startedNanos = startedNanos;
  }

  /**
   * Starts one; it may not be ready on return.
   *
   * @param mainClass entry point of the command line
   * @param directory holds its catalog {@code tools.yaml}, its state and its log
   */
  static GateNode start(
      Class<?> mainClass, KafkaConfig kafka, Path directory, Path stateDirectory) {
    Path log = directory.resolve("gate.log");
    List<String> line =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            mainClass.getName(),
            "gate",
            "--bootstrap-servers",
            kafka.bootstrapServers(),
            "--topic-prefix",
            kafka.topicPrefix(),
            "--catalog",
            directory.resolve("tools.yaml").toString(),
            "--state-dir",
            stateDirectory.toString(),
            "--verbose");
    long startedNanos = System.nanoTime();
    try {
      Process process =
          new ProcessBuilder(line)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      GateNode node = new GateNode(process, log, startedNanos);
      Thread reader = new Thread(node::read, "restore-gate-output");
      reader.setDaemon(true);
      reader.start();
      return node;
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot start a gate process: " + e, e);
    }
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      reader
          .lines()
          .filter(line -> line.endsWith(" ready"))
          .forEach(line -> readyNanos.complete(System.nanoTime()));
    } catch (IOException e) {
      readyNanos.completeExceptionally(e);
    }
    readyNanos.completeExceptionally(new IOException("its output ended"));
  }

  /**
   * Waits until the gate has restored its state and decides over intents.
   *
   * @return time from the start of the process
   * @throws ActOnceException TIMED_OUT if it is not ready in time, or ended
   */
  Duration awaitReady(Duration limit) {
    try {
      long at = readyNanos.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return Duration.ofNanos(at - startedNanos);
    } catch (ExecutionException | TimeoutException e) {
      throw new ActOnceException(
          ErrorCode.TIMED_OUT,
          "the gate was not ready within " + limit.toSeconds() + " s; see its log " + log,
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while the gate starts", e);
    }
  }

  Duration sinceStart() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  /** Ends it at once, as a crash does (SIGKILL). */
  void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        throw new ActOnceException(
            ErrorCode.TIMED_OUT, "process " + process.pid() + " survives SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
