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
  /**
   * How long trailing work waits for a commit that somebody else needs. An agent that goes on when
   * it is answered publishes within this time, and would else find the gate committing the answer.
   */
  static final long TRAILING_MS = 20;

  private final ProcessingContext context;
  private final Supplier<CommitPacer> pacers;
  private @Nullable Cancellable deferred;
  private long deferredToMs;
  private long workedAfter;

  /**
   * @param pacers gives the pacer of the calling thread
   */
  Commits(ProcessingContext context, Supplier<CommitPacer> pacers) {
    this.context = context;
    this.pacers = pacers;
  }

  /** Whether somebody waits for what a record led to. */
  enum Urgency {
    AWAITED,
    /** It only closes what others have told already. */
    TRAILING
  }

  /** Notes one handled record and sees to its commit. */
  void worked(Urgency urgency) {
    CommitPacer pacer = pacers.get();
    long now = context.currentSystemTimeMs();
    pacer.worked(now);
    workedAfter = pacer.commits();
    long delayMs = pacer.delayMs(now);
    if (urgency == Urgency.TRAILING) {
      delayMs = Math.max(delayMs, TRAILING_MS);
    }
    if (deferred == null || now + delayMs < deferredToMs) {
      commitAfter(delayMs, pacer, now);
    }
  }

  private void commitAfter(long delayMs, CommitPacer pacer, long nowMs) {
    cancel();
    if (delayMs == 0) {
      context.commit();
      pacer.committed(nowMs);
    } else {
      deferredToMs = nowMs + delayMs;
      deferred =
          context.schedule(
              Duration.ofMillis(delayMs), PunctuationType.WALL_CLOCK_TIME, at -> resume());
    }
  }

  private void resume() {
    cancel();
    CommitPacer pacer = pacers.get();
    // Another task's commit covers this one's work too.
    if (pacer.commits() == workedAfter) {
      long now = context.currentSystemTimeMs();
      commitAfter(pacer.delayMs(now), pacer, now);
    }
  }

  private void cancel() {
    if (deferred != null) {
      deferred.cancel();
      deferred = null;
    }
  }
}
