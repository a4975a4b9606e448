package dev.actonce.lab.chaos;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks whether outcomes keep coming. When none comes for long, or one publish waits for very long,
 * all processes write the stacks of their threads to their logs. Runs a thread of its own.
 */
final class StallWatch implements AutoCloseable {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration VERY_LONG = Duration.ofSeconds(90);
  private static final long LOOK_MS = 1_000;
  private static final long BETWEEN_DUMPS_SECONDS = 45;
  private static final int MAX_DUMPS = 6;

  private final Answers answers;
  private final Cluster cluster;
  private final Consumer<String> progress;
  private final CountDownLatch closing = new CountDownLatch(1);

  StallWatch(Answers answers, Cluster cluster, Consumer<String> progress) {
    this.answers = answers;
    this.cluster = cluster;
    this.progress = progress;
  }

  void start() {
    Thread thread = new Thread(this::watch, "chaos-stall-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    try {
      int dumps = 0;
      while (dumps < MAX_DUMPS && !closing.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
        Duration stall = answers.stall();
        Duration wait = answers.oldestWait();
        if (stall.compareTo(LONG) > 0 || wait.compareTo(VERY_LONG) > 0) {
          progress.accept(
              "no outcome for %d s, the oldest of %d publishes waits for %d s; thread dumps are in the logs"
                  .formatted(stall.toSeconds(), answers.pending(), wait.toSeconds()));
          cluster.dumpThreads();
          dumps++;
          if (closing.await(BETWEEN_DUMPS_SECONDS, TimeUnit.SECONDS)) {
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
  }
}
