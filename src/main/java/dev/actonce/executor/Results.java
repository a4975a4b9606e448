package dev.actonce.executor;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What handler threads brought back: applied to claims that are owned here, and otherwise told to
 * whoever owns them, as evidence. A result whose transaction failed is kept and applied by the next
 * membership. Confined to the poll thread.
 */
final class Results {
  /** A send waits for brokers that are away; past this the others are not tried. */
  private static final long MAX_LEAVE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Calls calls;
  private final Executions executions;
  private final Evidence evidence;
  private final ExecutorListener listener;
  private final List<Returned> uncommitted = new ArrayList<>();

  Results(Calls calls, Executions executions, Evidence evidence, ExecutorListener listener) {
    this.calls = calls;
    this.executions = executions;
    this.evidence = evidence;
    this.listener = listener;
  }

  /** Applies all that have come back; only while the owned partitions are known. */
  void take(Batch batch) {
    for (Returned returned : calls.drain()) {
      int outcomes = batch.outcomes().size();
      if (executions.returned(returned, batch)) {
        uncommitted.add(returned);
        if (batch.outcomes().size() > outcomes) {
          batch.answerOf(returned.atNanos());
        }
      } else {
        returned.success().ifPresent(success -> report(returned.claim(), success));
      }
    }
  }

  private void report(Claim claim, ActionResult.Succeeded success) {
    evidence.report(claim, success);
    listener.reportedEvidence(claim);
  }

  /** What they led to is committed. */
  void committed() {
    uncommitted.clear();
  }

  /**
   * What they led to was not committed. Results of calls wait for the next membership; those of
   * look-ups prove something only for the time in which they were asked, and are asked for again.
   */
  void keep() {
    uncommitted.forEach(returned -> returned.result().ifPresent(calls::putBack));
    uncommitted.clear();
  }

  /** The process ends: successes in hand become evidence, as many as can be written in time. */
  static void leave(Workplace place, LongSupplier nanos) {
    long began = nanos.getAsLong();
    for (Returned returned : place.calls().drain()) {
      boolean inTime = nanos.getAsLong() - began < MAX_LEAVE_NANOS;
      returned.success().ifPresent(success -> leave(place, returned.claim(), success, inTime));
    }
  }

  private static void leave(
      Workplace place, Claim claim, ActionResult.Succeeded success, boolean inTime) {
    if (inTime) {
      place.evidence().report(claim, success);
      place.listener().reportedEvidence(claim);
    } else {
      Evidence.notWritten(claim, "the brokers did not answer in time");
    }
  }
}
