package dev.actonce.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A broker in a JVM of its own, so that a test can kill it at any instant. It also ends when the
 * test's JVM ends, because its stdin does. Confined to the test thread.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final int LOG_TAIL_CHARS = 4_000;

  private final Process process;
  private final Path log;
  private final String bootstrapServers;

  private BrokerProcess(Process process, Path log, Path ready) {
    this.process = process;
    this.log = log;
    this.bootstrapServers = awaitReady(ready);
  }

  /** Starts a broker on a free port. */
  public static BrokerProcess start(Path directory) {
    return start(directory, 0);
  }

  /**
   * Starts a broker and returns when it serves clients.
   *
   * @param directory holds the data, and {@code process.log}
   * @param clientPort the port for clients; 0 for any free one
   */
  public static BrokerProcess start(Path directory, int clientPort) {
    Path log = directory.resolve("process.log");
    Path ready = directory.resolve("process.ready");
    try {
      Files.createDirectories(directory);
      Files.deleteIfExists(ready);
      Process process =
          new ProcessBuilder(command(directory, clientPort, ready))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new BrokerProcess(process, log, ready);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** The port clients use; give it to the next start to keep the address. */
  public int clientPort() {
    return Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Everything the process printed, over all starts in this directory. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process at once, as a crash does (SIGKILL). */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Stops the broker cleanly; kills it when that takes over 30 s. */
  public void stop() {
    try {
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      // The exit below tells.
    }
    try {
      if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
        throw new IllegalStateException("broker process did not stop in " + STOP_TIMEOUT);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the process if it still runs. */
  @Override
  public void close() {
    kill();
  }

  private String awaitReady(Path ready) {
    try {
      Awaitility.await("broker process ready")
          .atMost(START_TIMEOUT)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> Files.exists(ready) || !process.isAlive());
      return Files.readString(ready);
    } catch (IOException | RuntimeException e) {
      kill();
      String text = log();
      String tail = text.substring(Math.max(0, text.length() - LOG_TAIL_CHARS));
      throw new IllegalStateException("broker process did not start; its log ends:\n" + tail, e);
    }
  }

  private void awaitExit() {
    try {
      if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " survives SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> command(Path directory, int clientPort, Path ready) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        BrokerProcessMain.class.getName(),
        directory.toString(),
        Integer.toString(clientPort),
        ready.toString());
  }
}
