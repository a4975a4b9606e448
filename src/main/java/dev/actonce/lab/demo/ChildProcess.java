package dev.actonce.lab.demo;

import dev.actonce.lab.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code actonce gate} or {@code actonce executor} in a JVM of its own. */
final class ChildProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
  private static final int HEAP_MIB = 384;
  private static final Duration READY_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

  /**
   * What a process is started with.
   *
   * @param mainClass the command line's entry point, in the class path of this process
   * @param name of the command, which starts the line {@code NAME ready}
   * @param metricsPrefix starts the line that says where its metrics are
   */
  record Command(Class<?> mainClass, String name, String metricsPrefix) {}

  private final String name;
  private final ChildJvm process;
  private final AtomicReference<@Nullable String> metrics;

  private ChildProcess(String name, ChildJvm process, AtomicReference<@Nullable String> metrics) {
    this.name = name;
    this.process = process;
    this.metrics = metrics;
  }

  /** Starts {@code actonce COMMAND}; its standard error goes to a file in the directory. */
  static ChildProcess start(
      Command command, Path directory, List<String> common, List<String> more) {
    List<String> arguments = new ArrayList<>();
    arguments.add(command.name());
    arguments.addAll(common);
    arguments.addAll(more);
    ChildJvm.Order order =
        new ChildJvm.Order(
            command.name(),
            command.mainClass(),
            HEAP_MIB,
            List.of("-XX:TieredStopAtLevel=1"), // As the launcher for what ends soon.
            arguments,
            directory.resolve(command.name() + ".log"));
    AtomicReference<@Nullable String> metrics = new AtomicReference<>();
    ChildJvm process =
        ChildJvm.start(
            order,
            line -> line.endsWith(" ready"),
            line -> {
              boolean isMetrics = line.startsWith(command.metricsPrefix());
              if (isMetrics) {
                metrics.set(line);
              }
              return isMetrics;
            });
    return new ChildProcess(command.name(), process, metrics);
  }

  /** Where it says its metrics are; known once it is ready, empty when they are off. */
  String metrics() {
    return Objects.requireNonNullElse(metrics.get(), "");
  }

  void awaitReady() {
    var unused = process.requireReady(READY_LIMIT);
  }

  /** Asks it to stop, and ends it when it does not in time; says so if it ended by itself. */
  @Override
  public void close() {
    if (!process.isAlive()) {
      LOG.error(
          "the {} process ended by itself with {}; it said: {}",
          name,
          process.exitCode(),
          process.lastWords());
    }
    try {
      process.stop(STOP_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
