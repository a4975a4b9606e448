package dev.actonce.kafka.doctor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Compares the tools' times with each other, with our time-outs and with the topics. Pure. */
final class PolicyCheck {
  private PolicyCheck() {}

  /**
   * What differs, tool by tool.
   *
   * @param outcomesRetention how long outcomes can be read; negative for ever
   */
  static List<Finding> findings(
      KafkaConfig ours, Collection<ToolPolicy> policies, Duration outcomesRetention) {
    List<Finding> findings = new ArrayList<>();
    for (ToolPolicy policy : policies) {
      checkProviderKey(ours, policy, findings);
      checkMemory(policy, outcomesRetention, findings);
      addSettleDelay(ours, policy, findings);
    }
    return List.copyOf(findings);
  }

  /** The key must outlive all calls and one takeover between them. */
  private static void checkProviderKey(
      KafkaConfig ours, ToolPolicy policy, List<Finding> findings) {
    ToolPolicy.Execution execution = policy.execution();
    Duration takeover = ours.sessionTimeout().plus(ours.transactionTimeout());
    Duration needed = longestCalls(execution).plus(takeover);
    if (policy.safety() == SafetyClass.KEYED && execution.providerKeyTtl().compareTo(needed) < 0) {
      findings.add(
          new Finding(
              Rule.PROVIDER_KEY_SHORT,
              policy.action(),
              "at least " + needed + ", the longest calls and a takeover",
              execution.providerKeyTtl().toString()));
    }
  }

  private static Duration longestCalls(ToolPolicy.Execution execution) {
    RetryPolicy retry = execution.retry();
    Duration all = execution.callTimeout().multipliedBy(retry.attempts());
    for (int made = 1; made < retry.attempts(); made++) {
      all = all.plus(retry.backoff(made, 1));
    }
    return all;
  }

  private static void checkMemory(
      ToolPolicy policy, Duration outcomesRetention, List<Finding> findings) {
    Duration window = policy.memory().window();
    Duration memory = policy.memory().memory();
    Duration longest = window.compareTo(memory) > 0 ? window : memory;
    if (!outcomesRetention.isNegative() && outcomesRetention.compareTo(longest) < 0) {
      findings.add(
          new Finding(
              Rule.MEMORY_BEYOND_RESULTS,
              policy.action(),
              "at least " + longest + ", the tool's memory",
              outcomesRetention.toString()));
    }
  }

  private static void addSettleDelay(KafkaConfig ours, ToolPolicy policy, List<Finding> findings) {
    Duration lag = policy.execution().lookupLag();
    if (lag != null) {
      Duration lease = ExecutorConfig.of(ours, "doctor").lease();
      Duration delay = lease.plus(policy.execution().callTimeout()).plus(lag);
      findings.add(
          Finding.info(
              Rule.SETTLE_DELAY,
              policy.action(),
              "%s: lease %s, call timeout %s, lookup lag %s"
                  .formatted(delay, lease, policy.execution().callTimeout(), lag)));
    }
  }
}
