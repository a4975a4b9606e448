package dev.actonce.executor;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Polls for as long as nothing else is to be done: a returned call or a due step ends the wait.
 * Confined to the poll thread, but for {@link #wakeUpIfWaiting()}.
 */
final class Polls {
  private static final Duration MAX_POLL = Duration.ofMillis(100);

  private final Consumer<byte[], byte[]> consumer;
  private final Calls calls;
  private final Executions executions;
  private final Clocks clocks;
  private final LedgerPacer pacer = new LedgerPacer();
  private final AtomicBoolean waiting = new AtomicBoolean();

  Polls(Consumer<byte[], byte[]> consumer, Calls calls, Executions executions, Clocks clocks) {
    this.consumer = consumer;
    this.calls = calls;
    this.executions = executions;
    this.clocks = clocks;
  }

  /** Once for each wait, however many calls return: to wake a consumer is a system call. */
  void wakeUpIfWaiting() {
    if (waiting.compareAndSet(true, false)) {
      consumer.wakeup();
    }
  }

  /** Notes a commit: results that come close together share the next one. */
  void committed(long beganAtNanos, long endedAtNanos) {
    pacer.committed(beganAtNanos, endedAtNanos);
  }

  /**
   * Records that have come.
   *
   * @param batch what waits to be committed
   * @param takesResults whether results will be taken after it, so that they are worth an early end
   */
  ConsumerRecords<byte[], byte[]> poll(Batch batch, boolean takesResults) {
    waiting.set(true); // Before the look at what has returned: what returns later wakes the poll.
    try {
      return consumer.poll(timeout(batch, takesResults));
    } catch (WakeupException e) {
      return ConsumerRecords.empty();
    } finally {
      waiting.set(false);
    }
  }

  private Duration timeout(Batch batch, boolean takesResults) {
    if (!batch.isEmpty()) {
      return Duration.ZERO;
    }
    if (takesResults && calls.hasReturned()) {
      waiting.set(false);
      return pacer.rest(calls.returned(), calls.inFlight(), clocks.nano().getAsLong());
    }
    @Nullable Instant due = executions.nextDue();
    if (due == null || calls.capacity() == 0) {
      return MAX_POLL;
    }
    Duration wait = Duration.between(clocks.wall().instant(), due);
    return wait.isNegative() ? Duration.ZERO : wait.compareTo(MAX_POLL) < 0 ? wait : MAX_POLL;
  }
}
