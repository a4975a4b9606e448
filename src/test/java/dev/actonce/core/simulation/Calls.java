package dev.actonce.core.simulation;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The handler threads of one executor process; a crash forgets all of them. */
final class Calls {
  /** What a handler thread brought back: the answer of a call, of a look-up, or of neither. */
  record Returned(Claim claim, @Nullable ActionResult result, @Nullable LookupResult lookup) {}

  private final Timeline time;
  private final Target target;
  private final Mutant mutant;
  private final Set<String> running = new HashSet<>();
  private List<Returned> returned = new ArrayList<>();
  private int process;

  Calls(Timeline time, Target target, Mutant mutant) {
    this.time = time;
    this.target = target;
    this.mutant = mutant;
  }

  void crash() {
    process++;
    running.clear();
    returned.clear();
  }

  boolean isRunning(String claimId) {
    return running.contains(claimId);
  }

  /** Calls the tool once the caller's stall is over. */
  void execute(Claim claim, long stallMs) {
    int caller = process;
    running.add(claim.claimId());
    String key = claim.action().providerKey();
    if (mutant == Mutant.NEW_PROVIDER_KEY_PER_ATTEMPT) {
      key = key + "/" + claim.progress().attempts();
    }
    target.call(
        claim.action(), key, stallMs, result -> bring(caller, new Returned(claim, result, null)));
  }

  /** The lease runs out during the stall, so nothing is called. */
  void giveUp(Claim claim, long stallMs) {
    int caller = process;
    running.add(claim.claimId());
    time.coverage().reached(Landmark.CALL_NOT_MADE);
    time.afterMillis(stallMs, () -> bring(caller, new Returned(claim, null, null)));
  }

  void lookUp(Claim claim, long stallMs) {
    int caller = process;
    running.add(claim.claimId());
    time.afterMillis(
        stallMs + time.below(500),
        () -> bring(caller, new Returned(claim, null, target.lookUp(claim.action()))));
  }

  List<Returned> drain() {
    List<Returned> drained = returned;
    returned = new ArrayList<>();
    drained.forEach(one -> running.remove(one.claim().claimId()));
    return drained;
  }

  private void bring(int caller, Returned one) {
    if (caller == process) {
      returned.add(one);
    }
  }
}
