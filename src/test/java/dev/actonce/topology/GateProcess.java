package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

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
 * A gate in a JVM of its own, so that a test can kill it at any instant. Confined to the test
 * thread.
 */
final class GateProcess implements AutoCloseable {
  private static final long EXIT_SECONDS = 60;

  private final Process process;
  private final Path directory;
  private final String instance;

  /**
   * What differs between gates of the tests.
   *
   * @param standbys copies of its state on the other gates
   * @param clockAhead how far its clock is ahead at its start
   * @param clientProperties of every Kafka client
   */
  record Options(int standbys, Duration clockAhead, List<String> clientProperties) {
    static final Options DEFAULT = new Options(0, Duration.ZERO, List.of());

    Options withStandbys(int count) {
      return new Options(count, clockAhead, clientProperties);
    }

    Options withClockAhead(Duration ahead) {
      return new Options(standbys, ahead, clientProperties);
    }

    Options withClientProperties(String... lines) {
      return new Options(standbys, clockAhead, List.of(lines));
    }
  }

  private GateProcess(Process process, Path directory, String instance) {
    this.process = process;
    this.directory = directory;
    this.instance = instance;
  }

  /**
   * Starts one; it may not be ready on return.
   *
   * @param directory holds its log, and its state under its instance name
   */
  static GateProcess start(KafkaConfig kafka, Path directory, String instance, Options options) {
    GateProcess gate;
    try {
      Files.deleteIfExists(ready(directory, instance));
      List<String> line = new ArrayList<>();
      line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      line.addAll(List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      line.addAll(List.of("-cp", System.getProperty("java.class.path")));
      line.add(GateProcessMain.class.getName());
      line.addAll(List.of(kafka.bootstrapServers(), kafka.topicPrefix(), instance));
      line.addAll(List.of(directory.toString(), Integer.toString(options.standbys())));
      line.add(options.clockAhead().toString());
      line.addAll(options.clientProperties());
      gate =
          new GateProcess(
              new ProcessBuilder(line)
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.appendTo(log(directory, instance)))
                  .start(),
              directory,
              instance);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return gate;
  }

  static Path ready(Path directory, String instance) {
    return directory.resolve(instance + ".ready");
  }

  private static java.io.File log(Path directory, String instance) {
    return directory.resolve(instance + ".log").toFile();
  }

  /** Where it keeps its stores. */
  static Path state(Path directory, String instance) {
    return directory.resolve(instance);
  }

  GateProcess awaitReady() {
    Awaitility.await("gate process ready")
        .atMost(GateClient.PATIENCE)
        .until(() -> isReady() || !process.isAlive());
    assertThat(process.isAlive()).as(this::log).isTrue();
    return this;
  }

  boolean isReady() {
    return Files.exists(ready(directory, instance));
  }

  /** Sets its clock forward, as hours of running would. */
  void setClockForward() {
    try {
      process.getOutputStream().write(GateProcessMain.FORWARD);
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path done = GateProcessMain.forwarded(directory, instance);
    Awaitility.await("clock forward").atMost(GateClient.PATIENCE).until(() -> Files.exists(done));
  }

  /** Ends it at once, as a crash does (SIGKILL). */
  void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Closes the gate and ends the process. */
  void stop() {
    try {
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      // The exit tells.
    }
    awaitExit();
  }

  private void awaitExit() {
    try {
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " does not end: " + log());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Everything it printed, over all starts of its instance. */
  String log() {
    try {
      return Files.readString(log(directory, instance).toPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
