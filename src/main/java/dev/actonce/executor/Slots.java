package dev.actonce.executor;

import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.Claim;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many claims of each tool are performed and how many are in doubt, against the tool's bounds.
 * Confined to the poll thread.
 */
final class Slots {
  private static final Logger LOG = LoggerFactory.getLogger(Slots.class);

  private final Map<String, Integer> claimed = new HashMap<>();
  private final Map<String, Integer> inDoubt = new HashMap<>();
  private final Set<String> full = new HashSet<>();

  void add(Execution execution) {
    count(execution, 1);
  }

  void remove(Execution execution) {
    count(execution, -1);
  }

  void clear() {
    claimed.clear();
    inDoubt.clear();
  }

  /** Claims of all tools that are performed. */
  int claimed() {
    return claimed.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Whether a tool may take one more action. */
  boolean hasRoom(ToolPolicy policy) {
    String action = policy.action();
    int doubts = inDoubt.getOrDefault(action, 0);
    int most = policy.execution().maxUnknown();
    if (doubts >= most) {
      if (full.add(action)) {
        LOG.warn(
            "action={}: {} outcomes are unknown, max_unknown is {}: nothing new of it is claimed"
                + " until some are settled; 'ops/actonce unknown list' shows them",
            action,
            doubts,
            most);
      }
      return false;
    }
    if (doubts < most - most / 10) { // Not at each that is settled and followed by another.
      full.remove(action);
    }
    return claimed.getOrDefault(action, 0) < policy.execution().maxInFlight();
  }

  private void count(Execution execution, int by) {
    Claim claim = execution.claim();
    String action = execution.tool().policy().action();
    if (claim.state() == Claim.State.CLAIMED) {
      claimed.merge(action, by, Integer::sum);
    } else if (claim.isInDoubt()) {
      inDoubt.merge(action, by, Integer::sum);
    }
  }
}
