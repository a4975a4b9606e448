package dev.actonce.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a long-running command end cleanly on Ctrl-C or SIGTERM: the signal releases {@link
 * #await()}, and the JVM waits until the command has closed its parts.
 */
final class Shutdown implements AutoCloseable {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  Shutdown() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::onSignal, "actonce-shutdown"));
  }

  private void onSignal() {
    asked.countDown();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
