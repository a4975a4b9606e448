package dev.actonce.lab;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A JVM of the same Java and class path as this one, for one part of a run. Thread-safe. */
public final class ChildJvm {
  private static final Duration KILL_LIMIT = Duration.ofSeconds(90);
  private static final int SHOWN_LINES = 3;

  /**
   * What it is started with.
   *
   * @param name in messages and of threads
   * @param mainClass entry point, in the class path of this process
   * @param heapMib largest heap; a full one ends the process
   * @param options more options of the JVM
   * @param arguments of the main method
   * @param log gets its standard error, and lines of its standard output that nobody takes;
   *     appended
   */
  public record Order(
      String name,
      Class<?> mainClass,
      int heapMib,
      List<String> options,
      List<String> arguments,
      Path log) {
    public Order {
      options = List.copyOf(options);
      arguments = List.copyOf(arguments);
    }

    private List<String> line() {
      List<String> line = new ArrayList<>();
      line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      line.add("-Xmx" + heapMib + "m");
      line.addAll(List.of("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
      line.addAll(options);
      line.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
      line.addAll(arguments);
      return line;
    }
  }

  private final Order order;
  private final Process process;
  private final long startedNanos;
  private final CompletableFuture<Duration> ready = new CompletableFuture<>();

  private ChildJvm(Order order, Process process, long startedNanos) {
    this.order = order;
    this.process = process;
    this.startedNanos = startedNanos;
  }

  /**
   * Starts it.
   *
   * @param isReady whether a line that it prints says that it serves
   * @param takes another line; false leaves the line to the log. Both run on a thread of its own
   * @throws ActOnceException INTERNAL if no process can be started
   */
  public static ChildJvm start(Order order, Predicate<String> isReady, Predicate<String> takes) {
    long startedNanos = System.nanoTime();
    try {
      Process process =
          new ProcessBuilder(order.line())
              .redirectError(ProcessBuilder.Redirect.appendTo(order.log().toFile()))
              .start();
      ChildJvm child = new ChildJvm(order, process, startedNanos);
      Thread reader = new Thread(() -> child.listen(isReady, takes), order.name() + "-output");
      reader.setDaemon(true);
      reader.start();
      return child;
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, "cannot start the process " + order.name() + ": " + e, e);
    }
  }

  private void listen(Predicate<String> isReady, Predicate<String> takes) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
        BufferedWriter log =
            Files.newBufferedWriter(
                order.log(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      String line = reader.readLine();
      while (line != null) {
        if (isReady.test(line)) {
          ready.complete(sinceStart());
        } else if (!takes.test(line)) {
          log.write(line);
          log.newLine();
          log.flush();
        }
        line = reader.readLine();
      }
      ready.completeExceptionally(new IOException("it has ended"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  public Duration sinceStart() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it has said that it is ready, and lives. */
  public boolean isReady() {
    return ready.isDone() && !ready.isCompletedExceptionally() && isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** Exit code of an ended process. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Its standard input. */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /**
   * Waits until it says that it is ready.
   *
   * @return how long after its start it said so; empty when it ended or the time is over
   */
  public Optional<Duration> awaitReady(Duration limit) throws InterruptedException {
    try {
      return Optional.of(ready.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    }
  }

  /**
   * Waits until it says that it is ready.
   *
   * @return how long after its start it said so
   * @throws ActOnceException TIMED_OUT if it does not in time, or ended, with its last words;
   *     INTERRUPTED
   */
  public Duration requireReady(Duration limit) {
    try {
      return ready.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failed("ended before it was ready", e);
    } catch (TimeoutException e) {
      throw failed("is not ready after " + limit.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(
          ErrorCode.INTERRUPTED, "interrupted while " + order.name() + " starts", e);
    }
  }

  private ActOnceException failed(String what, @Nullable Throwable cause) {
    return new ActOnceException(
        ErrorCode.TIMED_OUT,
        "the process %s %s; the end of its log %s: %s"
            .formatted(order.name(), what, order.log(), lastWords()),
        cause);
  }

  /** The last lines of its log. */
  public String lastWords() {
    try {
      List<String> lines = Files.readAllLines(order.log());
      return String.join(
          " | ", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  /**
   * SIGKILL; it has ended on return.
   *
   * @throws ActOnceException INTERNAL if it has not after 90 s
   */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!awaitEnd(KILL_LIMIT)) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, order.name() + ", process " + pid() + ", survives SIGKILL");
    }
  }

  /** SIGTERM, and SIGKILL when it has not ended after a while; it has ended on return. */
  public void stop(Duration limit) throws InterruptedException {
    process.destroy();
    try {
      if (awaitEnd(limit)) {
        return;
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
    kill();
  }

  /** Waits until it has ended; false when the time is over. */
  public boolean awaitEnd(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
