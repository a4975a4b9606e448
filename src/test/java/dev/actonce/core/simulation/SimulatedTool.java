package dev.actonce.core.simulation;

import dev.actonce.core.KeyPolicy;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One tool per way out of a doubt. */
enum SimulatedTool {
  READ_ONLY(SafetyClass.READ_ONLY, null),
  IDEMPOTENT(SafetyClass.IDEMPOTENT, null),
  KEYED(SafetyClass.KEYED, null),
  KEYED_LOOKUP(SafetyClass.KEYED, Duration.ofSeconds(5)),
  LOOKUP(SafetyClass.LOOKUP, Duration.ofSeconds(5)),
  UNSAFE(SafetyClass.UNSAFE, null);

  private final SafetyClass safety;
  private final @Nullable Duration lookupLag;

  SimulatedTool(SafetyClass safety, @Nullable Duration lookupLag) {
    this.safety = safety;
    this.lookupLag = lookupLag;
  }

  ToolPolicy policy() {
    // Without a look-up only the provider key protects, so it lives as long as a doubt may last.
    Duration keyTtl = lookupLag == null ? Duration.ofDays(1) : Duration.ofSeconds(20);
    RetryPolicy retry =
        new RetryPolicy(Bounds.ATTEMPTS, Duration.ofMillis(200), Duration.ofSeconds(10));
    return new ToolPolicy(
        name(),
        safety,
        KeyPolicy.AUTO,
        new ToolPolicy.Memory(Bounds.HORIZON, Bounds.HORIZON),
        new ToolPolicy.Execution(retry, Bounds.CALL_TIMEOUT, 32, keyTtl, lookupLag),
        "simulated");
  }

  static SimulatedTool of(String action) {
    return valueOf(action);
  }

  /** The policy as if its provider kept every key for ever. */
  static ToolPolicy withEndlessKey(ToolPolicy policy) {
    ToolPolicy.Execution execution = policy.execution();
    return new ToolPolicy(
        policy.action(),
        policy.safety(),
        policy.key(),
        policy.memory(),
        new ToolPolicy.Execution(
            new RetryPolicy(100, Duration.ofSeconds(5), Duration.ofSeconds(10)),
            execution.callTimeout(),
            execution.maxInFlight(),
            Duration.ofDays(1),
            execution.lookupLag()),
        policy.hash());
  }
}
