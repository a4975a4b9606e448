package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.lab.ChildJvm;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One life of a process of the run. It hears orders on its standard input and stops when that ends,
 * so it outlives neither a clean nor a killed runner. Thread-safe.
 */
final class Child {
  private static final Duration FREEZE_MARGIN = Duration.ofSeconds(60);
  private static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-Dlogback.configurationFile=dev/actonce/cli/logback.xml",
          "-Dactonce.log.level=INFO");

  private final String name;
  private final ChildJvm process;
  private final BufferedWriter orders;
  private final LinkedBlockingQueue<String> reached;

  private Child(String name, ChildJvm process, LinkedBlockingQueue<String> reached) {
    this.name = name;
    this.process = process;
    this.orders =
        new BufferedWriter(new OutputStreamWriter(process.input(), StandardCharsets.UTF_8));
    this.reached = reached;
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
    LinkedBlockingQueue<String> reached = new LinkedBlockingQueue<>();
    ChildJvm process =
        ChildJvm.start(
            new ChildJvm.Order(name, ChildMain.class, heapMib, OPTIONS, arguments, log),
            ChildMain.READY::equals,
            line ->
                line.startsWith(ChildMain.REACHED)
                    && reached.add(line.substring(ChildMain.REACHED.length())));
    return new Child(name, process, reached);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it has said that it is ready. */
  boolean isReady() {
    return process.isReady();
  }

  /** Exit code of an ended process. */
  int exitCode() {
    return process.exitCode();
  }

  /** Waits until it says that it is ready; false when it ended or the time is over. */
  boolean awaitReady(Duration limit) throws InterruptedException {
    return process.awaitReady(limit).isPresent();
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
    return Optional.ofNullable(reached.poll(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** SIGKILL; it has ended on return. */
  void kill() throws InterruptedException {
    process.kill();
  }

  /** Asks it to stop cleanly, and kills it when it does not in time; tells whether it did. */
  boolean stop(Duration limit) throws InterruptedException {
    try {
      orders.close();
    } catch (IOException alreadyGone) {
      return !isAlive();
    }
    boolean clean = process.awaitEnd(limit);
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
        "kill -STOP %d && { sleep %d; kill -CONT %d; }"
            .formatted(process.pid(), seconds, process.pid());
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", script)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!shell.waitFor(seconds + FREEZE_MARGIN.toSeconds(), TimeUnit.SECONDS)
          || shell.exitValue() != 0) {
        throw new ActOnceException(
            ErrorCode.INTERNAL,
            "SIGSTOP and SIGCONT of " + name + ", process " + process.pid() + " failed");
      }
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "there is no shell to freeze " + name, e);
    }
  }

  /** Lets it print the stacks of its threads to its log (SIGQUIT). */
  void dumpThreads() {
    try {
      var unused = new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start();
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot signal " + name, e);
    }
  }
}
