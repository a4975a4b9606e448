package dev.actonce.lab.restore;

import dev.actonce.config.KafkaConfig;
import dev.actonce.lab.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * {@code actonce gate} in a JVM of its own, so that it can be killed, with its state in a directory
 * that can be deleted. Confined to the run's thread.
 */
final class RestoredGate implements AutoCloseable {
  private static final int HEAP_MIB = 384;

  private final ChildJvm process;

  private RestoredGate(ChildJvm process) {
    this.process = process;
  }

  /**
   * Starts one; it may not be ready on return.
   *
   * @param mainClass entry point of the command line
   * @param directory holds its catalog {@code tools.yaml}, its state and its log
   */
  static RestoredGate start(
      Class<?> mainClass, KafkaConfig kafka, Path directory, Path stateDirectory) {
    List<String> arguments =
        List.of(
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
    ChildJvm.Order order =
        new ChildJvm.Order(
            "gate", mainClass, HEAP_MIB, List.of(), arguments, directory.resolve("gate.log"));
    return new RestoredGate(ChildJvm.start(order, line -> line.endsWith(" ready"), line -> false));
  }

  /**
   * Waits until the gate has restored its state and decides over intents.
   *
   * @return time from the start of the process
   * @throws dev.actonce.core.ActOnceException TIMED_OUT if it is not ready in time, or ended
   */
  Duration awaitReady(Duration limit) {
    return process.requireReady(limit);
  }

  Duration sinceStart() {
    return process.sinceStart();
  }

  /** Ends it at once, as a crash does (SIGKILL). */
  void kill() {
    try {
      process.kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
