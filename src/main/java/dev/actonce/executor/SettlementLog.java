package dev.actonce.executor;

import dev.actonce.core.Settlement;
import dev.actonce.core.execution.SettlementObjection;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what became of each settlement. One that changes nothing is a person's work that was lost,
 * or, as evidence of a success, the one sure sign that a second effect got out. Confined to the
 * poll thread.
 */
final class SettlementLog {
  private static final Logger LOG = LoggerFactory.getLogger(SettlementLog.class);

  private final Endings endings;
  private final ExecutorListener listener;

  SettlementLog(Endings endings, ExecutorListener listener) {
    this.endings = endings;
    this.listener = listener;
  }

  void applied(Settlement settlement) {
    LOG.info("{} was applied", text(settlement));
  }

  void deferred(Settlement settlement) {
    LOG.info("{} waits for the answer of a running call", text(settlement));
  }

  /** A settlement was read and changes nothing, now or later. */
  void refused(Settlement settlement, SettlementObjection objection, @Nullable Execution live) {
    Optional<OutcomeStatus> ended = endings.of(settlement.claimId());
    boolean success = settlement.verdict() == Settlement.Verdict.SUCCEEDED;
    boolean evidence = settlement.source() == Settlement.Source.EVIDENCE;
    if (evidence && success && ended.equals(Optional.of(OutcomeStatus.SUCCEEDED))) {
      LOG.info("{} says what its outcome says already", text(settlement));
      return;
    }
    boolean contradicts =
        success && (ended.equals(Optional.of(OutcomeStatus.FAILED)) || isOlder(settlement, live));
    listener.refusedSettlement(
        new ExecutorListener.Refused(settlement.source(), objection, contradicts));
    if (contradicts) {
      LOG.error(
          "{} proves an effect of a generation whose outcome is FAILED: a later generation may be a"
              + " second effect; compare with 'ops/actonce status {}' and the provider",
          text(settlement),
          settlement.key());
    } else {
      LOG.warn(
          "{} changes nothing: {}; 'ops/actonce status {}' shows its outcomes",
          text(settlement),
          objection,
          settlement.key());
    }
  }

  /** A later generation is only ever admitted after an earlier one failed. */
  private static boolean isOlder(Settlement settlement, @Nullable Execution live) {
    Integer generation = settlement.generation();
    return live != null && generation != null && generation < live.claim().action().generation();
  }

  private static String text(Settlement settlement) {
    return "settlement "
        + settlement.verdict()
        + " of key="
        + settlement.key()
        + " claimId="
        + settlement.claimId()
        + " generation="
        + settlement.generation()
        + " by "
        + settlement.signature();
  }
}
