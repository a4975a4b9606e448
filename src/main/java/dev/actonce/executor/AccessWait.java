package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long brokers may refuse an executor that has served before: an access rule that is changed by
 * mistake, an authorizer that restarts or a credential that rolls comes back, and to stop would put
 * every running call in doubt. Before it has served, a refusal is a wrong setting. Confined to the
 * poll thread.
 */
final class AccessWait {
  /** Longest time without serving; then the executor ends with exit code 2. */
  static final Duration LIMIT = Duration.ofMinutes(10);

  /** Between two attempts. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private static final long LOG_EVERY_NANOS = Duration.ofMinutes(1).toNanos();
  private static final Logger LOG = LoggerFactory.getLogger(AccessWait.class);

  private final LongSupplier nanos;
  private boolean served;
  private boolean refused;
  private long servedAtNanos;
  private long loggedAtNanos;

  AccessWait(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** It serves its share now. */
  void served() {
    if (refused) {
      LOG.warn("the brokers let this executor work again");
    }
    served = true;
    refused = false;
    servedAtNanos = nanos.getAsLong();
  }

  /**
   * A broker refused it.
   *
   * @return what it waits for, for health
   * @throws ActOnceException ACCESS_DENIED if it has never served, or not for {@link #LIMIT}
   */
  String refused(Refusal refusal, Throwable cause) {
    long now = nanos.getAsLong();
    if (!served || now - servedAtNanos >= LIMIT.toNanos()) {
      throw new ActOnceException(
          ErrorCode.ACCESS_DENIED,
          "the broker refuses this executor"
              + (served ? " for " + LIMIT.toMinutes() + " minutes: " : ": ")
              + refusal.text()
              + "; grant it, or check --kafka-config",
          cause);
    }
    String reason = "the broker refuses it: " + refusal.text();
    if (!refused || now - loggedAtNanos >= LOG_EVERY_NANOS) {
      LOG.error(
          "{}; results in hand are kept and written once the right is back, for {} minutes at most",
          reason,
          LIMIT.toMinutes());
      loggedAtNanos = now;
    }
    refused = true;
    return reason;
  }
}
