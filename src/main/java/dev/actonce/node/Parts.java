package dev.actonce.node;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was started together, closed in reverse order. One that fails to close is logged, and the
 * others are closed all the same. An interrupt cuts no close short: the flag is put back at the
 * end. Thread-safe.
 */
public final class Parts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

  private final Deque<AutoCloseable> open = new ConcurrentLinkedDeque<>();

  /**
   * Takes a part over, to be closed before all that came earlier.
   *
   * @return the part
   */
  public <T extends AutoCloseable> T add(T part) {
    open.push(part);
    return part;
  }

  /** Closes what is open; may be called again, also after more was added. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    for (AutoCloseable part = open.poll(); part != null; part = open.poll()) {
      interrupted |= close(part);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it was interrupted meanwhile. */
  private static boolean close(AutoCloseable part) {
    boolean interrupted = false;
    try {
      part.close();
    } catch (InterruptedException e) {
      LOG.warn("{} was interrupted while it closed", nameOf(part));
      interrupted = true;
    } catch (Exception e) { // The others must be closed all the same.
      LOG.warn("{} failed to close", nameOf(part), e);
    }
    return Thread.interrupted() || interrupted;
  }

  private static String nameOf(AutoCloseable part) {
    return part.getClass().getSimpleName();
  }
}
