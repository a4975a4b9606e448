package dev.actonce.topology;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/**
 * Requests commits of one task as its thread's {@link CommitPacer} says.
 *
 * <p>{@code context.commit()} takes effect when the running round of the stream thread ends; a
 * deferred one is asked for by a one-shot wall-clock punctuation. A standing punctuation would not
 * do: each firing marks the task as in need of a commit, so an idle gate would commit forever.
 *
 * <p>Confined to the stream thread.
 */
final class Commits {
  private final ProcessingContext context;
  private final Supplier<CommitPacer> pacers;
  private @Nullable Cancellable deferred;
  private long workedAfter;

  /**
   * @param pacers gives the pacer of the calling thread
   */
  Commits(ProcessingContext context, Supplier<CommitPacer> pacers) {
    this.context = context;
    this.pacers = pacers;
  }

  /** Notes one handled record and sees to its commit. */
  void worked() {
    CommitPacer pacer = pacers.get();
    pacer.worked(context.currentSystemTimeMs());
    workedAfter = pacer.commits();
    if (deferred == null) {
      commitOrDefer(pacer);
    }
  }

  private void commitOrDefer(CommitPacer pacer) {
    long now = context.currentSystemTimeMs();
    long delayMs = pacer.delayMs(now);
    if (delayMs == 0) {
      context.commit();
      pacer.committed(now);
    } else {
      deferred =
          context.schedule(
              Duration.ofMillis(delayMs), PunctuationType.WALL_CLOCK_TIME, at -> resume());
    }
  }

  private void resume() {
    if (deferred != null) {
      deferred.cancel();
      deferred = null;
    }
    CommitPacer pacer = pacers.get();
    // Another task's commit covers this one's work too.
    if (pacer.commits() == workedAfter) {
      commitOrDefer(pacer);
    }
  }
}
