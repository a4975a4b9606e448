package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A process of the run that is started again after each end, always with the same arguments. While
 * a fault holds it, nobody else starts or stops it. Thread-safe.
 */
final class Member {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

  private final String name;
  private final int heapMib;
  private final List<String> arguments;
  private final Path log;
  private final ReentrantLock held = new ReentrantLock();
  private final AtomicInteger unplannedEnds = new AtomicInteger();
  private volatile @Nullable Child child;

  Member(String name, int heapMib, List<String> arguments, Path log) {
    this.name = name;
    this.heapMib = heapMib;
    this.arguments = List.copyOf(arguments);
    this.log = log;
  }

  /** What a fault does to it, undisturbed. */
  interface Work {
    void run() throws InterruptedException;
  }

  /** Runs a fault's steps; the supervisor keeps away meanwhile. */
  void hold(Work work) throws InterruptedException {
    held.lockInterruptibly();
    try {
      work.run();
    } finally {
      held.unlock();
    }
  }

  String name() {
    return name;
  }

  /** Starts it; it is not ready on return. */
  void start() {
    child = Child.start(name, heapMib, arguments, log);
  }

  /** The running process. */
  Child child() {
    Child current = child;
    if (current == null) {
      throw new ActOnceException(ErrorCode.INTERNAL, name + " was never started");
    }
    return current;
  }

  /** SIGKILL; it has ended on return. */
  void kill() throws InterruptedException {
    child().kill();
  }

  /** Stops it cleanly, or kills it after a while; tells whether it stopped cleanly. */
  boolean stop() throws InterruptedException {
    return child().stop(STOP_LIMIT);
  }

  /** Waits until it serves, through restarts by the supervisor. */
  void awaitReady(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() < end) {
      if (child().awaitReady(Duration.ofMillis(200)) && child().isAlive()) {
        return;
      }
      if (!child().isAlive()) {
        restartIfEnded();
      }
    }
    throw new ActOnceException(
        ErrorCode.TIMED_OUT, name + " is not ready after " + limit + "; its log is " + log);
  }

  /**
   * Starts it again if it ended although no fault holds it, as a supervisor of services does.
   *
   * @return its exit code as text if it had ended, else null
   */
  @Nullable String restartIfEnded() {
    if (!held.tryLock()) {
      return null;
    }
    try {
      Child current = child;
      if (current == null || current.isAlive()) {
        return null;
      }
      int code = current.exitCode();
      unplannedEnds.incrementAndGet();
      start();
      return name + " ended by itself with " + code + " and was started again";
    } finally {
      held.unlock();
    }
  }

  int unplannedEnds() {
    return unplannedEnds.get();
  }

  boolean isReady() {
    Child current = child;
    return current != null && current.isReady();
  }

  void dumpThreads() {
    Child current = child;
    if (current != null && current.isAlive()) {
      current.dumpThreads();
    }
  }

  /** Kills it if it runs; for the end of the run. */
  void end() throws InterruptedException {
    Child current = child;
    if (current != null) {
      current.kill();
    }
  }
}
