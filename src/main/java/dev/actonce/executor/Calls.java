package dev.actonce.executor;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.tool.GuardedHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs calls and look-ups on handler threads and hands their results back to the poll thread. The
 * only place where the outside world is touched; never inside a transaction.
 *
 * <p>All methods belong to the poll thread; a handler thread only reads the lease, calls the
 * handler, and posts the result.
 */
final class Calls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
  private static final long IDLE_THREAD_SECONDS = 30;
  private static final ActionResult.Unknown LOST =
      new ActionResult.Unknown("HANDLER_THREW", "the thread of the call ended without an answer");

  private final int maxInFlight;
  private final Lease lease;
  private final ExecutorListener listener;
  private final LongSupplier nanos;
  private volatile Runnable wakeUp = () -> {};
  private final ThreadPoolExecutor threads;
  private final ConcurrentLinkedQueue<Returned> returned = new ConcurrentLinkedQueue<>();
  private final AtomicInteger returnedCount = new AtomicInteger();
  private final Map<String, Handoff> running = new HashMap<>();
  private final Map<String, Integer> perTool = new HashMap<>();

  Calls(
      int maxInFlight,
      Lease lease,
      String threadName,
      ExecutorListener listener,
      LongSupplier nanos) {
    this.maxInFlight = maxInFlight;
    this.lease = lease;
    this.listener = listener;
    this.nanos = nanos;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            0,
            // The caller keeps to the capacity; the thread of a drained call may not be idle yet.
            Integer.MAX_VALUE,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            // Hands a call to the thread that became idle last, so that short calls need few.
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, threadName + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Sets what wakes the poll thread when a result is there. */
  void onReturned(Runnable action) {
    wakeUp = action;
  }

  int capacity() {
    return maxInFlight - running.size();
  }

  int maxInFlight() {
    return maxInFlight;
  }

  int running(String action) {
    return perTool.getOrDefault(action, 0);
  }

  int inFlight() {
    return running.size();
  }

  /**
   * Whether a call of this claim is still with a handler thread, whoever owns its partition now.
   */
  boolean isRunning(String claimId) {
    return running.containsKey(claimId);
  }

  void execute(Claim claim, BoundTool tool) {
    requireWhole(claim);
    GuardedHandler handler = guarded(tool);
    submit(
        new Returned.Result(claim, LOST, nanos.getAsLong()),
        () -> listener.calling(claim),
        () -> {
          long start = nanos.getAsLong();
          ActionResult result = handler.execute(claim);
          listener.returned(claim, result, since(start));
          return new Returned.Result(claim, result, nanos.getAsLong());
        });
  }

  void lookUp(Claim claim, BoundTool tool) {
    requireWhole(claim);
    GuardedHandler handler = guarded(tool);
    submit(
        new Returned.Lookup(
            claim, new LookupResult.Inconclusive(LOST.message()), nanos.getAsLong()),
        () -> {},
        () -> {
          long start = nanos.getAsLong();
          LookupResult result = handler.lookUp(claim);
          listener.lookedUp(claim, result, since(start));
          return new Returned.Lookup(claim, result, nanos.getAsLong());
        });
  }

  private static GuardedHandler guarded(BoundTool tool) {
    return new GuardedHandler(tool.handler(), tool.policy().execution().callTimeout());
  }

  private static void requireWhole(Claim claim) {
    if (!claim.isWhole()) {
      throw new IllegalStateException("key=" + claim.key() + " was to be called without arguments");
    }
  }

  /** What came back since the last drain. */
  List<Returned> drain() {
    List<Returned> drained = new ArrayList<>();
    Returned next = returned.poll();
    while (next != null) {
      Claim claim = next.claim();
      if (running.remove(claim.claimId()) != null) {
        perTool.merge(claim.action().intent().action(), -1, Integer::sum);
      }
      drained.add(next);
      returnedCount.decrementAndGet();
      next = returned.poll();
    }
    return drained;
  }

  /** Takes a drained result back, as if its call still ran and came back at once. Poll thread. */
  void putBack(Returned.Result result) {
    hold(result.claim(), new Handoff());
    returnedCount.incrementAndGet();
    returned.add(result);
  }

  boolean hasReturned() {
    return !returned.isEmpty();
  }

  /** Results that wait to be drained; one that is just coming may be counted already. */
  int returned() {
    return returnedCount.get();
  }

  /**
   * Takes back a call that no handler thread has begun; it then comes back as not called.
   *
   * @return whether it surely was not, and will not be, made
   */
  boolean cancel(String claimId) {
    Handoff handoff = running.get(claimId);
    return handoff != null && handoff.decide();
  }

  /** A call between the poll thread and a handler thread: begun or cancelled, whoever is first. */
  private static final class Handoff {
    private final AtomicBoolean decided = new AtomicBoolean();

    boolean decide() {
      return decided.compareAndSet(false, true);
    }
  }

  private Duration since(long startNanos) {
    return Duration.ofNanos(nanos.getAsLong() - startNanos);
  }

  /**
   * Hands work to a thread. Whatever is thrown there, something is handed back: a claim whose
   * thread ended without a word would run for ever.
   */
  private void submit(Returned lost, Runnable before, Supplier<Returned> work) {
    Claim claim = lost.claim();
    Handoff handoff = new Handoff();
    hold(claim, handoff);
    long epoch = lease.epoch();
    threads.execute(
        () -> {
          Returned result = lost;
          try {
            boolean begun = handoff.decide();
            if (begun) {
              before.run();
            }
            result =
                begun && lease.isHeld(epoch)
                    ? work.get()
                    : new Returned.NotCalled(claim, nanos.getAsLong());
          } catch (Throwable e) { // A defect of ours: handlers and listeners are guarded.
            LOG.error("key={}: the thread of a call failed", claim.key(), e);
          } finally {
            handBack(result);
          }
        });
  }

  private void handBack(Returned result) {
    returnedCount.incrementAndGet();
    returned.add(result);
    wakeUp.run();
  }

  private void hold(Claim claim, Handoff handoff) {
    running.put(claim.claimId(), handoff);
    perTool.merge(claim.action().intent().action(), 1, Integer::sum);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
