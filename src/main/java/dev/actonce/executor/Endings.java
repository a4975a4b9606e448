package dev.actonce.executor;

import dev.actonce.core.outcome.OutcomeStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the claims ended that this process brought to an end lately: the newest {@value #MAX_CLAIMS}.
 * Tells a proof that comes late and says nothing new from one that contradicts what agents were
 * told. Confined to the poll thread.
 */
final class Endings {
  static final int MAX_CLAIMS = 10_000;

  private final Map<String, OutcomeStatus> byClaim =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OutcomeStatus> eldest) {
          return size() > MAX_CLAIMS;
        }
      };

  void ended(String claimId, OutcomeStatus status) {
    byClaim.put(claimId, status);
  }

  Optional<OutcomeStatus> of(String claimId) {
    return Optional.ofNullable(byClaim.get(claimId));
  }
}
