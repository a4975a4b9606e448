package dev.actonce.embedded;

import dev.actonce.metrics.Health;
import dev.actonce.metrics.Meters;
import dev.actonce.topology.SuspectsApp;
import java.util.Optional;

/**
 * Shows what a watch over suspected duplicates has counted, and how it is. No action waits for it,
 * so it is ready while it can get well by itself. Confined to the metrics' lock.
 */
final class SuspectsWatch implements Watch {
  static final String PART = "suspects";

  private final SuspectsApp suspects;
  private final CommittedCounts counts;

  SuspectsWatch(SuspectsApp suspects, Meters meters) {
    this.suspects = suspects;
    this.counts = new CommittedCounts(suspects::tally, meters);
  }

  @Override
  public void refresh() {
    counts.refresh();
  }

  @Override
  public Health.Part health() {
    Optional<Throwable> failure = suspects.failure();
    return failure
        .map(cause -> new Health.Part(PART, false, false, "stopped: " + cause.getMessage()))
        .orElseGet(() -> new Health.Part(PART, true, true, "is " + suspects.state()));
  }
}
