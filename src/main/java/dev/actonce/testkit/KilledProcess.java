package dev.actonce.testkit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM with a contract's executor, to be killed. Confined to the suite's thread. */
final class KilledProcess implements AutoCloseable {
  private static final long START_SECONDS = 120;
  private static final long EXIT_SECONDS = 30;
  private static final long LOOK_MS = 50;

  private final Process process;
  private final Path log;

  private KilledProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts one; it serves on return. */
  static KilledProcess start(Class<?> main, ContractProcess.Order order) {
    Path log = order.directory().resolve("process.log");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(List.of(order.toArguments()));
    try {
      Process process =
          new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
      KilledProcess started = new KilledProcess(process, log);
      started.awaitReady(order.ready());
      return started;
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INTERNAL, "cannot start the process that is to be killed: " + e, e);
    }
  }

  private void awaitReady(Path ready) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!Files.exists(ready)) {
      boolean ended = await(LOOK_MS, TimeUnit.MILLISECONDS);
      if (ended || System.nanoTime() > deadline) {
        kill();
        throw new ActOnceException(
            ErrorCode.TIMED_OUT,
            "the process that is to be killed did not become ready; it said:\n"
                + Files.readString(log));
      }
    }
  }

  /**
   * Kills it at once, as the kernel kills a process that is out of memory.
   *
   * @return whether it was running until then and is gone now
   */
  boolean kill() {
    boolean wasAlive = process.isAlive();
    process.destroyForcibly();
    return await(EXIT_SECONDS, TimeUnit.SECONDS) && wasAlive;
  }

  private boolean await(long time, TimeUnit unit) {
    try {
      return process.waitFor(time, unit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void close() {
    kill();
  }
}
