package dev.actonce.executor;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.metrics.Workload;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps whatever a listener throws away from the executor: who listens must not decide whether a
 * result is told. The first throw is logged, the others only at DEBUG. Thread-safe as the listener
 * is.
 */
final class GuardedListener implements ExecutorListener {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  private final ExecutorListener listener;
  private final AtomicBoolean complained = new AtomicBoolean();

  GuardedListener(ExecutorListener listener) {
    this.listener = listener;
  }

  @Override
  public void committing(Commit commit) {
    guard(() -> listener.committing(commit));
  }

  @Override
  public void committed(Commit commit, Duration took) {
    guard(() -> listener.committed(commit, took));
  }

  @Override
  public void calling(Claim claim) {
    guard(() -> listener.calling(claim));
  }

  @Override
  public void returned(Claim claim, ActionResult result, Duration took) {
    guard(() -> listener.returned(claim, result, took));
  }

  @Override
  public void lookedUp(Claim claim, LookupResult result, Duration took) {
    guard(() -> listener.lookedUp(claim, result, took));
  }

  @Override
  public void claimed(Duration sinceDispatch) {
    guard(() -> listener.claimed(sinceDispatch));
  }

  @Override
  public void told(Duration sinceReturn) {
    guard(() -> listener.told(sinceReturn));
  }

  @Override
  public void reportedEvidence(Claim claim) {
    guard(() -> listener.reportedEvidence(claim));
  }

  @Override
  public void refusedSettlement(Refused refused) {
    guard(() -> listener.refusedSettlement(refused));
  }

  @Override
  public void membershipLost() {
    guard(listener::membershipLost);
  }

  @Override
  public void loaded(Workload load) {
    guard(() -> listener.loaded(load));
  }

  private void guard(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) { // Foreign code, errors of the JVM included.
      if (complained.compareAndSet(false, true)) {
        LOG.warn("{} threw; what it hears may be incomplete", listener.getClass().getName(), e);
      } else {
        LOG.debug("{} threw again", listener.getClass().getName(), e);
      }
    }
  }
}
