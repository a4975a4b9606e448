package dev.actonce.core.simulation;

import dev.actonce.core.Settlement;
import dev.actonce.core.execution.ActionResult;

/** What an executor that lost its partition still says of the effects it caused. */
final class Evidence {
  private final String instance;
  private final Timeline time;
  private final Topics topics;
  private final Mutant mutant;

  Evidence(String instance, Timeline time, Topics topics, Mutant mutant) {
    this.instance = instance;
    this.time = time;
    this.topics = topics;
    this.mutant = mutant;
  }

  /** Writes outside every transaction, as a fenced producer must; only a success is evidence. */
  void give(Calls.Returned one) {
    boolean succeeded = one.result() instanceof ActionResult.Succeeded;
    boolean failed = one.result() instanceof ActionResult.Failed;
    boolean tellsFailure = failed && mutant == Mutant.EVIDENCE_OF_FAILURE_ACCEPTED;
    if (!succeeded && !tellsFailure) {
      return;
    }
    topics.settlements.add(
        new Settlement(
            one.claim().key(),
            one.claim().claimId(),
            one.claim().action().generation(),
            succeeded ? Settlement.Verdict.SUCCEEDED : Settlement.Verdict.NOT_EXECUTED,
            succeeded ? "{}" : null,
            succeeded ? "ref" : null,
            succeeded ? Settlement.Source.EVIDENCE : Settlement.Source.OPERATOR,
            instance,
            null,
            time.now()));
  }
}
