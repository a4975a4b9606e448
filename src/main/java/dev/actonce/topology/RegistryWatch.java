package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses a gate while the schema registry is away, and resumes it when the registry answers. A
 * paused gate keeps its partitions and its place in the group (KIP-834), so a long outage costs
 * neither rebalances nor skipped records. Thread-safe; has one thread, which is idle otherwise.
 */
final class RegistryWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegistryWatch.class);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int LOOKS_PER_REMINDER = 20;

  private final Supplier<Optional<String>> outage;
  private final Runnable pause;
  private final Runnable resume;
  private final ScheduledExecutorService timer;
  private boolean waiting;
  private String why = "";
  private int looks;

  /**
   * @param outage asks the registry again; why it does not help, or empty
   */
  RegistryWatch(Supplier<Optional<String>> outage, Runnable pause, Runnable resume) {
    this.outage = outage;
    this.pause = pause;
    this.resume = resume;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "actonce-registry-watch");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Asks for the ids that the gate writes with; why they cannot be had now, or empty. */
  static Optional<String> awayAtStart(Codecs codecs) {
    try {
      codecs.outcomes().prepare();
      return Optional.empty();
    } catch (ActOnceException e) {
      if (e.code() != ErrorCode.REGISTRY_UNAVAILABLE) {
        throw e;
      }
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Pauses the gate, unless it is paused already. */
  synchronized void away(String reason) {
    if (!waiting && !timer.isShutdown()) {
      LOG.warn("the gate waits, and skips nothing: {}", reason);
      waiting = true;
      why = reason;
      looks = 0;
      pause.run();
      lookLater();
    }
  }

  synchronized boolean isWaiting() {
    return waiting;
  }

  /** Why it waits; empty if it does not. */
  synchronized Optional<String> reason() {
    return waiting ? Optional.of(why) : Optional.empty();
  }

  private void lookLater() {
    var unused = timer.schedule(this::look, LOOK.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    Optional<String> reason = outage.get();
    synchronized (this) {
      if (reason.isEmpty()) {
        waiting = false;
        LOG.info("the schema registry answers; the gate goes on");
        resume.run();
      } else if (!timer.isShutdown()) {
        why = reason.get();
        looks++;
        if (looks % LOOKS_PER_REMINDER == 0) {
          LOG.warn("the gate still waits: {}", reason.get());
        }
        lookLater();
      }
    }
  }

  @Override
  public synchronized void close() {
    timer.shutdownNow();
  }
}
