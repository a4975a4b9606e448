package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One life of a process of the run. It hears orders on its standard input and stops when that ends,
 * so it outlives neither a clean nor a killed runner. Thread-safe.
 */
final class Child {
  private static final Duration KILL_LIMIT = Duration.ofSeconds(60);

  private final String name;
  private final Process process;
  private final BufferedWriter orders;
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
  private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Starts {@link ChildMain}.
   *
   * @param heapMib largest heap
   * @param arguments of ChildMain: the role, then what the role wants
   * @param log gets its standard error, and what it prints without being asked, such as a thread
   *     dump; appended
   */
  static Child start(String name, int heapMib, List<String> arguments, Path log) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-Xmx" + heapMib + "m");
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.add("-XX:+ExitOnOutOfMemoryError");
    line.add("-Dlogback.configurationFile=dev/actonce/cli/logback.xml");
    line.add("-Dactonce.log.level=INFO");
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildMain.class.getName()));
    line.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(line)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      Child child = new Child(name, process);
      Thread reader = new Thread(() -> child.listen(log), "chaos-" + name);
      reader.setDaemon(true);
      reader.start();
      return child;
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, "cannot start the process " + name + ": " + e, e);
    }
  }

  private void listen(Path log) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
        BufferedWriter other =
            Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      String line = reader.readLine();
      while (line != null) {
        if (line.equals(ChildMain.READY)) {
          ready.complete(true);
        } else if (line.startsWith(ChildMain.REACHED)) {
          said.add(line.substring(ChildMain.REACHED.length()));
        } else {
          other.write(line);
          other.newLine();
          other.flush();
        }
        line = reader.readLine();
      }
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
    ready.complete(false);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it has said that it is ready. */
  boolean isReady() {
    return ready.getNow(false) && isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** Exit code of an ended process. */
  int exitCode() {
    return process.exitValue();
  }

  /** Waits until it says that it is ready; false when it ended or the time is over. */
  boolean awaitReady(Duration limit) throws InterruptedException {
    try {
      return ready.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return false;
    }
  }

  /** Gives it an order; one that has ended gets none. */
  synchronized void tell(String order) {
    try {
      orders.write(order);
      orders.newLine();
      orders.flush();
    } catch (IOException ignored) {
      // It has ended, which whoever waits for the order's effect finds out.
    }
  }

  /** The next point that it reached, and what it said of it. */
  Optional<String> awaitReached(Duration limit) throws InterruptedException {
    return Optional.ofNullable(said.poll(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** SIGKILL; it has ended on return. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(KILL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, name + ", process " + pid() + ", survives SIGKILL");
    }
  }

  /** Asks it to stop cleanly, and kills it when it does not in time; tells whether it did. */
  boolean stop(Duration limit) throws InterruptedException {
    try {
      orders.close();
    } catch (IOException alreadyGone) {
      return !isAlive();
    }
    boolean clean = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    kill();
    return clean && exitCode() == 0;
  }

  /**
   * SIGSTOP, and SIGCONT after a while. A process of its own does both, so that a frozen child goes
   * on, and finds that it shall end, even if the runner is killed meanwhile.
   */
  void freeze(Duration length) throws InterruptedException {
    long seconds = length.toSeconds();
    String script =
        "kill -STOP %d && { sleep %d; kill -CONT %d; }".formatted(pid(), seconds, pid());
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", script)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!shell.waitFor(seconds + KILL_LIMIT.toSeconds(), TimeUnit.SECONDS)
          || shell.exitValue() != 0) {
        throw new ActOnceException(
            ErrorCode.INTERNAL,
            "SIGSTOP and SIGCONT of " + name + ", process " + pid() + " failed");
      }
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "there is no shell to freeze " + name, e);
    }
  }

  /** Lets it print the stacks of its threads to its log (SIGQUIT). */
  void dumpThreads() {
    try {
      var unused = new ProcessBuilder("kill", "-QUIT", Long.toString(pid())).start();
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot signal " + name, e);
    }
  }
}
