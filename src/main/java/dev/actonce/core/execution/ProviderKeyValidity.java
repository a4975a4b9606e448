package dev.actonce.core.execution;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import dev.actonce.core.execution.ActionResult.Unknown;

/** Whether a provider key still keeps a retry from being a second effect. */
final class ProviderKeyValidity {
  private ProviderKeyValidity() {}

  /**
   * Whether the provider key is of no more use after an error answer. One retry tells a replayed
   * error, the same one again, from a passing one; without a look-up there is nothing better to do
   * than to go on until the key's life ends.
   */
  static boolean isLost(Claim before, ToolPolicy policy, Unknown unknown) {
    if (policy.safety() != SafetyClass.KEYED || unknown.heard() != ActionResult.Heard.AN_ERROR) {
      return false;
    }
    return switch (policy.execution().keyAfterError()) {
      case COVERS -> false;
      case REPLAYS ->
          policy.execution().lookupLag() != null
              && unknown.code().equals(before.progress().reason());
      case FORGETS -> true;
    };
  }

  /**
   * Whether an owner before this one may have made the key worthless without a trace: it died, or
   * lost the partition, with an error in its hands.
   */
  static boolean mayBeLostUnseen(ToolPolicy policy) {
    return policy.safety() == SafetyClass.KEYED
        && policy.execution().keyAfterError() == KeyAfterError.FORGETS;
  }
}
