package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.outcome.OutcomeEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agents that publish at a steady rate until they are stopped: the demo's traffic, plan after plan,
 * each under a tenant of its own. One use; {@link #run} is confined to the calling thread.
 */
public final class SteadyAgents {
  /** Publishes that may wait for their outcome; when all do, the agents wait too. */
  static final int MAX_OPEN = 1_000;

  private static final int ACTIONS_PER_PLAN = 500;
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Logger LOG = LoggerFactory.getLogger(SteadyAgents.class);

  private final Settings settings;
  private final Stop stop;
  private final Semaphore open = new Semaphore(MAX_OPEN);
  private final AtomicLong answered = new AtomicLong();
  private long published;
  private long failed;

  /**
   * What the agents do.
   *
   * @param perSecond publishes per second, 0.1 to 500
   * @param limit how long they go on; empty until they are stopped
   * @param duplicates share of actions, 0 to 1, that is published more than once
   * @param seed of everything random
   * @param run start of the tenants' names; take a fresh one per run
   */
  public record Settings(
      double perSecond, Optional<Duration> limit, double duplicates, long seed, String run) {
    public Settings {
      if (!(perSecond >= 0.1 && perSecond <= 500)) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING, "the rate must be 0.1 to 500 per second, got " + perSecond);
      }
      ProviderSettings.requireShare("duplicates", duplicates);
    }
  }

  /** How the agents are stopped, and how they wait. */
  @FunctionalInterface
  public interface Stop {
    /** Waits for a while; true once they must stop. */
    boolean await(Duration limit) throws InterruptedException;
  }

  /**
   * What they did.
   *
   * @param published intents that the broker confirmed
   * @param answered of these, the ones with a final outcome until the end
   * @param failed publishes that failed, each of which was tried again
   */
  public record Result(long published, long answered, long failed) {}

  public SteadyAgents(Settings settings, Stop stop) {
    this.settings = settings;
    this.stop = stop;
  }

  /**
   * Publishes until it is stopped or the time is over.
   *
   * @throws ActOnceException as publishing does when trying again does not help
   */
  public Result run(Pipeline pipeline) throws InterruptedException {
    Pace pace = new Pace(settings.perSecond(), System.nanoTime());
    boolean stopped = false;
    for (long round = 0; !stopped; round++) {
      TrafficPlan.Mix mix =
          new TrafficPlan.Mix(ACTIONS_PER_PLAN, settings.duplicates(), settings.seed() + round);
      stopped = play(TrafficPlan.of(mix, settings.run() + "-" + round), pipeline, pace);
    }
    return new Result(published, answered.get(), failed);
  }

  /** True once it must stop. */
  private boolean play(TrafficPlan plan, Pipeline pipeline, Pace pace) throws InterruptedException {
    for (PlannedPublish publish : plan.publishes()) {
      Duration wait = pace.next(System.nanoTime());
      if (stop.await(wait) || isOver(pace) || !hasRoom()) {
        return true;
      }
      while (!publish(publish, pipeline)) {
        if (stop.await(PAUSE_AFTER_FAILURE) || isOver(pace)) {
          open.release();
          return true;
        }
      }
    }
    return false;
  }

  private boolean isOver(Pace pace) {
    return settings.limit().map(limit -> pace.hasLasted(limit, System.nanoTime())).orElse(false);
  }

  /** Waits until a publish may wait for its outcome; false when it is stopped before. */
  private boolean hasRoom() throws InterruptedException {
    while (!open.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      if (stop.await(Duration.ZERO)) {
        return false;
      }
    }
    return true;
  }

  /** False when it should be tried again; that is always safe. */
  private boolean publish(PlannedPublish publish, Pipeline pipeline) {
    try {
      pipeline.publish(publish.intent()).outcome().whenComplete(this::answered);
      published++;
      return true;
    } catch (ActOnceException e) {
      if (e.code().category() != ErrorCategory.RETRYABLE || e.code() == ErrorCode.INTERRUPTED) {
        throw e;
      }
      failed++;
      LOG.warn("a publish failed and is tried again: {}", e.getMessage());
      return false;
    }
  }

  private void answered(@Nullable OutcomeEvent event, @Nullable Throwable error) {
    if (event != null) {
      answered.incrementAndGet();
    }
    open.release();
  }
}
