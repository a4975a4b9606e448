package dev.actonce.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a long-running command end cleanly on Ctrl-C or SIGTERM: the signal releases {@link
 * #await()}, and the JVM waits until the command has closed its parts. Being stopped is not an
 * error, so the process then ends with 0 and not with the JVM's 128 + signal. Create it before the
 * parts, so that it is closed after them.
 */
final class Shutdown implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
  private static final Duration INTERRUPT_LIMIT = Duration.ofSeconds(60);

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final @Nullable Thread interrupted;

  Shutdown() {
    this(null);
  }

  private Shutdown(@Nullable Thread interrupted) {
    this.interrupted = interrupted;
    Runtime.getRuntime().addShutdownHook(new Thread(this::onSignal, "actonce-shutdown"));
  }

  /**
   * For a command that ends by itself: the signal interrupts it, so that it can clean up, and the
   * exit code stays the JVM's, because its work is not done.
   */
  static Shutdown interrupting(Thread command) {
    return new Shutdown(command);
  }

  private void onSignal() {
    if (closed.getCount() == 0) {
      return; // No signal: the command has ended, and so does the process, with its exit code.
    }
    asked.countDown();
    try {
      if (interrupted == null) {
        closed.await();
        Runtime.getRuntime().halt(0);
      } else {
        interrupted.interrupt();
        awaitClosed(INTERRUPT_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitClosed(Duration limit) throws InterruptedException {
    if (!closed.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      LOG.warn("the command did not clean up within {}", limit);
    }
  }

  /** Waits until the process is asked to end. */
  void await() throws InterruptedException {
    asked.await();
  }

  /** Waits for a while; true once the process is asked to end. */
  boolean await(Duration limit) throws InterruptedException {
    return asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The parts are closed; the JVM may end. */
  @Override
  public void close() {
    closed.countDown();
  }
}
