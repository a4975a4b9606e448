package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A part of the pipeline in a JVM of its own, of the same Java and class path as this one. */
final class ChildProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
  private static final long READY_SECONDS = 60;
  private static final long STOP_SECONDS = 40;
  private static final int SHOWN_LINES = 3;

  /**
   * What a process is started with.
   *
   * @param mainClass the command line's entry point, in the class path of this process
   * @param name of the command, which starts the line {@code NAME ready}
   * @param metricsPrefix starts the line that says where its metrics are
   */
  record Command(Class<?> mainClass, String name, String metricsPrefix) {}

  private final Command command;
  private final Path log;
  private final Process process;
  private final CompletableFuture<Boolean> ready;
  private volatile String metrics = "";

  private ChildProcess(
      Command command, Path log, Process process, CompletableFuture<Boolean> ready) {
    this.command = command;
    this.log = log;
    this.process = process;
    this.ready = ready;
  }

  /** Starts {@code actonce COMMAND}; its standard error goes to a file in the directory. */
  static ChildProcess start(
      Command command, Path directory, List<String> common, List<String> more) {
    Path log = directory.resolve(command.name() + ".log");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx384m", "-XX:+UseSerialGC"));
    line.addAll(
        List.of("-cp", System.getProperty("java.class.path"), command.mainClass().getName()));
    line.add(command.name());
    line.addAll(common);
    line.addAll(more);
    try {
      Process process = new ProcessBuilder(line).redirectError(log.toFile()).start();
      ChildProcess child = new ChildProcess(command, log, process, new CompletableFuture<>());
      Thread reader = new Thread(child::read, "actonce-" + command.name() + "-output");
      reader.setDaemon(true);
      reader.start();
      return child;
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, "cannot start a process for " + command.name() + ": " + e, e);
    }
  }

  /** Ready when it says so; false when its output ends before. */
  private void read() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      Stream<String> lines = reader.lines();
      lines.forEach(this::take);
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
    ready.complete(false);
  }

  private void take(String line) {
    if (line.startsWith(command.metricsPrefix())) {
      metrics = line;
    } else if (line.endsWith(" ready")) {
      ready.complete(true);
    }
  }

  /** Where it says its metrics are; known once it is ready, empty when they are off. */
  String metrics() {
    return metrics;
  }

  void awaitReady() {
    try {
      if (ready.get(READY_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
      throw failed("ended", null);
    } catch (ExecutionException | TimeoutException e) {
      throw failed("is not ready after " + READY_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(
          ErrorCode.INTERRUPTED, "interrupted while " + command.name() + " starts", e);
    }
  }

  private ActOnceException failed(String what, @Nullable Throwable cause) {
    return new ActOnceException(
        ErrorCode.TIMED_OUT,
        "the " + command.name() + " process " + what + "; it said: " + tail(),
        cause);
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(
          " | ", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  /** Asks it to stop, and ends it when it does not in time; says so if it ended by itself. */
  @Override
  public void close() {
    if (!process.isAlive()) {
      LOG.error(
          "the {} process ended by itself with {}; it said: {}",
          command.name(),
          process.exitValue(),
          tail());
    }
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
