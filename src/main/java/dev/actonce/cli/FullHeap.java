package dev.actonce.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.actonce.core.ErrorCategory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Ends the process after an OutOfMemoryError, on whatever thread: nobody can say what that thread
 * left undone. The JVM's own {@code -XX:+ExitOnOutOfMemoryError} would end it with 3, which is our
 * code for a broker that is away, and before a gate can say at which record it happened.
 *
 * <p>It hears of an error that no thread caught, and of one that is logged, as Kafka does on its
 * own threads. The command then has {@link #GRACE} to end with a line of its own. Thread-safe.
 */
final class FullHeap implements Thread.UncaughtExceptionHandler {
  /** Longer than gate and executor take to close. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private static final String STREAM_THREAD = "-StreamThread-";
  private static final int MAX_CAUSES = 20;
  private static final byte[] LAST_WORDS =
      ("actonce: out of memory; the process ends. Nothing is lost or skipped: start it again, with"
              + " more memory (-Xmx in ACTONCE_JAVA_OPTS) if it happens again\n")
          .getBytes(StandardCharsets.UTF_8);

  private final CountDownLatch full = new CountDownLatch(1);
  private final Duration grace;

  private FullHeap(Duration grace) {
    this.grace = grace;
  }

  /** Watches this JVM from now on; call it after the logging is configured. */
  static void watch() {
    watch(GRACE);
  }

  static void watch(Duration grace) {
    FullHeap heap = new FullHeap(grace);
    // Started while there is memory for it.
    Thread thread = new Thread(heap::endProcess, "actonce-full-heap");
    thread.setDaemon(true);
    thread.start();
    Thread.setDefaultUncaughtExceptionHandler(heap);
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.addTurboFilter(heap.new Logged());
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    heard(thrown);
    if (!thread.getName().contains(STREAM_THREAD)) { // Of these the gate has told already.
      LoggerFactory.getLogger(FullHeap.class).error("thread {} died", thread.getName(), thrown);
    }
  }

  private void heard(@Nullable Throwable thrown) {
    Throwable cause = thrown;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof OutOfMemoryError) {
        full.countDown();
        return;
      }
      cause = cause.getCause();
    }
  }

  private void endProcess() {
    try {
      full.await();
      boolean unused = new CountDownLatch(1).await(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return; // Nobody interrupts it.
    }
    System.err.write(LAST_WORDS, 0, LAST_WORDS.length);
    System.err.flush();
    Runtime.getRuntime().halt(ErrorCategory.FATAL.exitCode());
  }

  /**
   * Hears of what is logged, at any level; lets everything pass. A throwable behind the values of
   * the line comes as the last of them.
   */
  private final class Logged extends TurboFilter {
    @Override
    public FilterReply decide(
        Marker marker,
        Logger logger,
        Level level,
        String format,
        Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      if (thrown != null) {
        heard(thrown);
      } else if (arguments != null
          && arguments.length > 0
          && arguments[arguments.length - 1] instanceof Throwable last) {
        heard(last);
      }
      return FilterReply.NEUTRAL;
    }
  }
}
