package dev.actonce.node;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what keeps a node from its work once it has done so for ten seconds, and when the node goes
 * on. Without it an idle node says nothing while its brokers are away. Confined to one thread.
 */
public final class ObstacleLog {
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(ObstacleLog.class);

  private final String name;
  private final LongSupplier nanos;
  private boolean held;
  private boolean logged;
  private long since;

  private ObstacleLog(String name, LongSupplier nanos) {
    this.name = name;
    this.nanos = nanos;
  }

  /** For a node of this name. */
  public static ObstacleLog of(String name) {
    return of(name, System::nanoTime);
  }

  static ObstacleLog of(String name, LongSupplier nanos) {
    return new ObstacleLog(name, nanos);
  }

  /** Takes note of what is in the way now; empty if nothing is. */
  public void look(Optional<String> obstacle) {
    if (obstacle.isEmpty()) {
      if (logged) {
        LOG.warn("{} goes on", name);
      }
      held = false;
      logged = false;
      return;
    }
    long now = nanos.getAsLong();
    if (!held) {
      held = true;
      since = now;
    }
    if (!logged && now - since >= PATIENCE.toNanos()) {
      LOG.warn("{} has been held up for {} s: {}", name, PATIENCE.toSeconds(), obstacle.get());
      logged = true;
    }
  }
}
