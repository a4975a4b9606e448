package dev.actonce.node;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.metrics.ExecutorMeters;
import dev.actonce.metrics.Workload;
import java.time.Duration;

/** Hands what an executor tells on to its meters. */
record MeteredExecutor(ExecutorMeters meters) implements ExecutorListener {
  @Override
  public void committed(Commit commit, Duration took) {
    meters.committed(took, commit.deadLetters());
  }

  @Override
  public void claimed(Duration sinceDispatch) {
    meters.claimed(sinceDispatch);
  }

  @Override
  public void returned(Claim claim, ActionResult result, Duration took) {
    meters.returned(actionOf(claim), claim.progress().attempts() + 1, result, took);
  }

  @Override
  public void lookedUp(Claim claim, LookupResult result, Duration took) {
    meters.lookedUp(actionOf(claim), result, took);
  }

  @Override
  public void told(Duration sinceReturn) {
    meters.told(sinceReturn);
  }

  @Override
  public void reportedEvidence(Claim claim) {
    meters.reportedEvidence(actionOf(claim));
  }

  @Override
  public void refusedSettlement(Refused refused) {
    meters.refusedSettlement(refused.source(), refused.objection(), refused.contradicts());
  }

  @Override
  public void membershipLost() {
    meters.membershipLost();
  }

  @Override
  public void loaded(Workload load) {
    meters.loaded(load);
  }

  private static String actionOf(Claim claim) {
    return claim.action().intent().action();
  }
}
