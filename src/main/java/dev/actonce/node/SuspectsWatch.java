package dev.actonce.node;

import dev.actonce.metrics.Health;
import dev.actonce.metrics.Meters;
import dev.actonce.metrics.Metric;
import dev.actonce.metrics.Series;
import dev.actonce.metrics.SeriesTable;
import dev.actonce.topology.SuspectsApp;
import java.util.Map;

/**
 * Shows what a watch over suspected duplicates has counted, and how it is. No action waits for it,
 * so the process is well without it. Refreshed under the metrics' lock; {@link #health} is
 * thread-safe.
 */
final class SuspectsWatch implements Watch {
  static final String PART = "suspects";

  private final SuspectsApp suspects;
  private final CommittedCounts counts;
  private final SeriesTable own;

  SuspectsWatch(SuspectsApp suspects, Meters meters) {
    this.suspects = suspects;
    this.counts = new CommittedCounts(suspects::tally, meters);
    this.own = new SeriesTable(meters);
  }

  @Override
  public void refresh() {
    own.publish(
        Map.of(
            Series.of(Metric.SUSPECTS_SKIPPED), suspects.skipped(),
            Series.of(Metric.SUSPECTS_RESTARTS), suspects.restarts()));
    counts.refresh();
  }

  @Override
  public Health.Part health() {
    return suspects
        .failure()
        .map(why -> Health.Part.aside(PART, false, false, "is started again after: " + why))
        .orElseGet(() -> Health.Part.aside(PART, true, suspects.ready(), "is " + suspects.state()));
  }
}
