package dev.actonce.core.simulation;

import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Next;
import org.jspecify.annotations.Nullable;

/** What one executor knows of one claim that it owns. */
final class Execution {
  private final Mutant mutant;
  Claim claim;
  Next next = new Next.AwaitSettlement();
  boolean isRunning;

  /** Whether the next step waits for a commit. */
  boolean isUncommitted;

  @Nullable Settlement deferred;

  Execution(Claim claim, Mutant mutant) {
    this.claim = claim;
    this.mutant = mutant;
  }

  ToolPolicy policy() {
    ToolPolicy policy = SimulatedTool.of(claim.action().intent().action()).policy();
    if (mutant == Mutant.PROVIDER_KEY_LIFE_IGNORED) {
      policy = SimulatedTool.withEndlessKey(policy);
    }
    return policy.heldTo(claim.terms().safety());
  }
}
