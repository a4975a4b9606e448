package dev.actonce.topology;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.GateConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds suspected duplicates beside a gate, in an application of its own: neither its commits nor
 * its faults are the gate's. Any number of them with one prefix share the partitions.
 *
 * <p>It never fails its process. A run that does not start or that ends is logged, counted, and
 * started again after a rest of {@link #LEAST_REST}, doubled up to {@link #MOST_REST}. Thread-safe.
 */
public final class SuspectsApp implements AutoCloseable {
  /** Name for people. */
  static final String WHAT = "watch over suspected duplicates";

  static final Duration LEAST_REST = Duration.ofSeconds(1);
  static final Duration MOST_REST = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration CLOSE_MARGIN = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(SuspectsApp.class);

  private final Supplier<SuspectsRun> starts;
  private final SuspectSkips skips;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicReference<@Nullable SuspectsRun> current = new AtomicReference<>();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private final AtomicLong restarts = new AtomicLong();

  private SuspectsApp(Supplier<SuspectsRun> starts, SuspectSkips skips) {
    this.starts = starts;
    this.skips = skips;
    this.thread = new Thread(this::keepRunning, "actonce-suspects");
    this.thread.setDaemon(true);
  }

  /**
   * Starts it beside a gate of this configuration, which has found the topics to fit. The catalog
   * must be the gate's. Returns at once and never fails: what it cannot do is logged and shown by
   * {@link #failure}.
   */
  public static SuspectsApp start(GateConfig config, Catalog catalog, InstantSource clock) {
    SuspectSkips skips = new SuspectSkips(clock);
    SuspectsApp app =
        new SuspectsApp(() -> SuspectsRun.start(config, catalog, clock, skips), skips);
    app.thread.start();
    return app;
  }

  /** Whether it looks at actions now; false while it starts, rebalances, or waits for a restart. */
  public boolean ready() {
    SuspectsRun run = current.get();
    return run != null && run.ready();
  }

  /** Why it does not run, if it failed and was not started again yet. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** State for people. */
  public String state() {
    SuspectsRun run = current.get();
    return run == null ? "STARTING" : run.state();
  }

  /** How often it was started again. */
  public long restarts() {
    return restarts.get();
  }

  /** Records that it passed over because it cannot read them. */
  public long skipped() {
    return skips.count();
  }

  /**
   * What this instance's partitions have counted since the pipeline exists, as {@link
   * GateApp#tally}.
   *
   * @return lines by partition
   * @throws ActOnceException CLOSED while it does not run
   */
  public Map<Integer, Map<TallyLine, Long>> tally() {
    SuspectsRun run = current.get();
    if (run == null) {
      throw new ActOnceException(ErrorCode.CLOSED, "the " + WHAT + " does not run");
    }
    return run.tally();
  }

  private void keepRunning() {
    Duration rest = LEAST_REST;
    try {
      while (closing.getCount() > 0) {
        long startNanos = System.nanoTime();
        Optional<Throwable> ended = runOnce();
        if (ended.isPresent()) {
          boolean wasWell = System.nanoTime() - startNanos > MOST_REST.toNanos();
          rest = wasWell ? LEAST_REST : rest;
          tell(ended.get(), rest);
          closing.await(rest.toMillis(), TimeUnit.MILLISECONDS);
          restarts.incrementAndGet();
          rest = min(rest.multipliedBy(2));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What ended the run; empty if it was closed. */
  private Optional<Throwable> runOnce() throws InterruptedException {
    try (SuspectsRun run = starts.get()) {
      current.set(run);
      while (!closing.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        if (run.ready()) {
          failure.set(null);
        }
        Optional<ActOnceException> failed = run.failure();
        if (failed.isPresent()) {
          return Optional.of(failed.get());
        }
      }
      return Optional.empty();
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (RuntimeException | Error e) { // The top of the thread: nothing else would tell.
      return Optional.of(e);
    } finally {
      current.set(null);
    }
  }

  private void tell(Throwable ended, Duration rest) {
    String reason =
        ended instanceof ActOnceException ? String.valueOf(ended.getMessage()) : ended.toString();
    failure.set(reason);
    LOG.warn(
        "the {} does not run, and is started again after {} s; the gate is not affected: {}",
        WHAT,
        rest.toSeconds(),
        reason);
    LOG.debug("the watch ended", ended);
  }

  private static Duration min(Duration rest) {
    return rest.compareTo(MOST_REST) < 0 ? rest : MOST_REST;
  }

  /** Commits running work, leaves the group and ends. May be called twice. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(SuspectsRun.CLOSE_TIMEOUT.plus(CLOSE_MARGIN).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
