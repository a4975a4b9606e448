package dev.actonce.core.simulation;

import dev.actonce.core.Settlement;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Next;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What one executor knows of one claim that it owns. */
final class Execution {
  final Partition partition;
  private final Mutant mutant;
  Claim claim;
  Next next = new Next.AwaitSettlement();
  boolean isRunning;
  Instant doubtedAt;

  /** Whether the next step waits for a commit. */
  boolean isUncommitted;

  @Nullable Settlement deferred;

  Execution(Partition partition, Claim claim, Mutant mutant, Instant now) {
    this.doubtedAt = now;
    this.partition = partition;
    this.claim = claim;
    this.mutant = mutant;
  }

  ToolPolicy policy() {
    ToolPolicy policy = SimulatedTool.of(claim.action().intent().action()).policy();
    Duration keyLife = policy.execution().providerKeyTtl();
    KeyAfterError afterError = policy.execution().keyAfterError();
    return switch (mutant) {
      case PROVIDER_KEY_LIFE_IGNORED ->
          held(SimulatedTool.with(policy, Duration.ofDays(1), afterError));
      case PROVIDER_KEY_LIFE_WITHOUT_MARGIN ->
          held(SimulatedTool.with(policy, keyLife.plus(Bounds.KEY_MARGIN), afterError));
      case PROVIDER_KEY_TRUSTED_AFTER_AN_ERROR ->
          held(SimulatedTool.with(policy, keyLife, KeyAfterError.COVERS));
      default -> held(policy);
    };
  }

  private ToolPolicy held(ToolPolicy policy) {
    return policy.heldTo(claim.terms().safety());
  }
}
