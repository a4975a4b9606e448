package dev.actonce.tool;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import java.time.Duration;

/**
 * One call of a handler. All attempts of one generation carry the same arguments and the same
 * provider key, byte for byte; put neither {@code attempt} nor the time into a request.
 *
 * @param action what was approved
 * @param attempt 1 for the first call, for logs only
 * @param timeout the executor's longest wait; an answer after it may be lost
 */
public record ActionCall(ApprovedAction action, int attempt, Duration timeout) {
  public ActionCall {
    if (attempt < 1 || timeout.isNegative() || timeout.isZero()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "attempt must be at least 1 and timeout longer than zero, got "
              + attempt
              + " and "
              + timeout);
    }
  }

  /** The arguments as sent by the agent: JSON object text. */
  public String arguments() {
    return action.intent().arguments();
  }

  /** The action's identity; the same over all generations. */
  public IdempotencyKey key() {
    return action.key();
  }

  /** The key to give to the provider; the same for every attempt of one generation. */
  public String providerKey() {
    return action.providerKey();
  }
}
