package dev.actonce.core.simulation;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One tool per way out of a doubt, and per kind of key. */
@SuppressWarnings("ImmutableEnumChecker") // A policy is a record of immutable parts.
enum SimulatedTool {
  READ_ONLY(SafetyClass.READ_ONLY, KeyChoice.AUTO, null, KeyAfterError.COVERS),
  IDEMPOTENT(SafetyClass.IDEMPOTENT, KeyChoice.AUTO, null, KeyAfterError.COVERS),
  KEYED(SafetyClass.KEYED, KeyChoice.AUTO, null, KeyAfterError.COVERS),
  KEYED_LOOKUP(SafetyClass.KEYED, KeyChoice.AUTO, Bounds.LOOKUP_LAG, KeyAfterError.COVERS),
  KEYED_REPLAYS(SafetyClass.KEYED, KeyChoice.TOOL_CALL, Bounds.LOOKUP_LAG, KeyAfterError.REPLAYS),
  KEYED_FORGETS(SafetyClass.KEYED, KeyChoice.AUTO, Bounds.LOOKUP_LAG, KeyAfterError.FORGETS),
  LOOKUP(SafetyClass.LOOKUP, KeyChoice.AUTO, Bounds.LOOKUP_LAG, KeyAfterError.COVERS),
  UNSAFE(SafetyClass.UNSAFE, KeyChoice.AUTO, null, KeyAfterError.COVERS),
  UNSAFE_CALL(SafetyClass.UNSAFE, KeyChoice.TOOL_CALL, null, KeyAfterError.COVERS);

  private final ToolPolicy policy;

  SimulatedTool(
      SafetyClass safety, KeyChoice key, @Nullable Duration lookupLag, KeyAfterError afterError) {
    // Without a look-up only the provider key protects, so it lives as long as a doubt may last.
    Duration keyLife = lookupLag == null ? Duration.ofDays(1) : Bounds.SHORT_KEY_LIFE;
    this.policy =
        new ToolPolicy(
            name(),
            safety,
            new KeyPolicy(key, List.of(), Set.of(), Set.of(), Set.of()),
            new ToolPolicy.Memory(Bounds.WINDOW, Bounds.MEMORY),
            new ToolPolicy.Execution(
                Bounds.RETRY, Bounds.CALL_TIMEOUT, 32, keyLife, lookupLag, afterError),
            "simulated");
  }

  ToolPolicy policy() {
    return policy;
  }

  static SimulatedTool of(String action) {
    return valueOf(action);
  }

  /** The policy as if the provider's keys were worth something else. */
  static ToolPolicy with(ToolPolicy policy, Duration keyLife, KeyAfterError afterError) {
    ToolPolicy.Execution execution = policy.execution();
    return new ToolPolicy(
        policy.action(),
        policy.safety(),
        policy.key(),
        policy.memory(),
        new ToolPolicy.Execution(
            execution.retry(),
            execution.callTimeout(),
            execution.maxInFlight(),
            keyLife,
            execution.lookupLag(),
            afterError),
        policy.hash());
  }
}
