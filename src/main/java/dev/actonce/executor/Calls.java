package dev.actonce.executor;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.NotExecutedException;
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
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs calls and look-ups on handler threads and hands their results back to the poll thread. The
 * only place where the outside world is touched; never inside a transaction.
 *
 * <p>{@code execute}, {@code lookUp} and {@code drain} belong to the poll thread; a handler thread
 * only reads the lease, calls the handler, and posts the result.
 */
final class Calls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
  private static final long IDLE_THREAD_SECONDS = 30;
  private static final ActionResult.Unknown LOST =
      new ActionResult.Unknown("HANDLER_THREW", "the thread of the call ended without an answer");

  /** What a handler thread brought back. */
  sealed interface Returned {
    Claim claim();

    /** When it was handed back, in {@link System#nanoTime}. */
    long atNanos();

    record Result(Claim claim, ActionResult result, long atNanos) implements Returned {}

    record Lookup(Claim claim, LookupResult result, long atNanos) implements Returned {}

    /** The lease had run out, so nothing was called. */
    record NotCalled(Claim claim, long atNanos) implements Returned {}
  }

  private final int maxInFlight;
  private final Lease lease;
  private final ExecutorListener listener;
  private volatile Runnable wakeUp = () -> {};
  private final ThreadPoolExecutor threads;
  private final ConcurrentLinkedQueue<Returned> returned = new ConcurrentLinkedQueue<>();
  private final AtomicInteger returnedCount = new AtomicInteger();
  private final Map<String, Handoff> running = new HashMap<>();
  private final Map<String, Integer> perTool = new HashMap<>();

  Calls(int maxInFlight, Lease lease, String threadName, ExecutorListener listener) {
    this.maxInFlight = maxInFlight;
    this.lease = lease;
    this.listener = listener;
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
    ActionCall call =
        new ActionCall(
            claim.action(),
            claim.progress().attempts() + 1,
            tool.policy().execution().callTimeout());
    submit(
        new Returned.Result(claim, LOST, System.nanoTime()),
        () -> listener.calling(claim),
        () -> {
          long start = System.nanoTime();
          ActionResult result = invoke(tool, call);
          listener.returned(claim, result, since(start));
          return new Returned.Result(claim, result, System.nanoTime());
        });
  }

  void lookUp(Claim claim, BoundTool tool) {
    requireWhole(claim);
    ActionCall call =
        new ActionCall(
            claim.action(),
            Math.max(1, claim.progress().attempts()), // A call of a killed owner left no count.
            tool.policy().execution().callTimeout());
    submit(
        new Returned.Lookup(
            claim, new LookupResult.Inconclusive(LOST.message()), System.nanoTime()),
        () -> {},
        () -> {
          long start = System.nanoTime();
          LookupResult result = ask(tool, call);
          listener.lookedUp(claim, result, since(start));
          return new Returned.Lookup(claim, result, System.nanoTime());
        });
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

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
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
                    : new Returned.NotCalled(claim, System.nanoTime());
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

  /** Any throw but NotExecutedException proves nothing, whatever its type. */
  private static ActionResult invoke(BoundTool tool, ActionCall call) {
    try {
      return ActionResult.of(tool.handler().execute(call));
    } catch (NotExecutedException e) {
      return new ActionResult.Failed(e.code(), String.valueOf(e.getMessage()), e.retry());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ActionResult.Unknown("INTERRUPTED", "the executor stopped during the call");
    } catch (Throwable e) {
      LOG.debug("handler threw, key={}", call.action().key(), e);
      return new ActionResult.Unknown("HANDLER_THREW", e.getClass().getName());
    }
  }

  private static LookupResult ask(BoundTool tool, ActionCall call) {
    try {
      return LookupResult.of(tool.handler().lookUp(call));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new LookupResult.Inconclusive("the executor stopped during the look-up");
    } catch (Throwable e) {
      LOG.debug("look-up threw, key={}", call.action().key(), e);
      return new LookupResult.Inconclusive(e.getClass().getName());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
