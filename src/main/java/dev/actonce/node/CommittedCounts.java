package dev.actonce.node;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.metrics.Meters;
import dev.actonce.metrics.SeriesTable;
import dev.actonce.topology.TallyLine;
import java.util.Map;
import java.util.function.Supplier;

/** Shows what an application has counted, while it runs. Confined to the metrics' lock. */
final class CommittedCounts {
  private final Supplier<Map<Integer, Map<TallyLine, Long>>> tally;
  private final SeriesTable table;

  /**
   * @param tally lines by partition; CLOSED while the application does not run
   */
  CommittedCounts(Supplier<Map<Integer, Map<TallyLine, Long>>> tally, Meters meters) {
    this.tally = tally;
    this.table = new SeriesTable(meters);
  }

  void refresh() {
    try {
      table.publish(TallySeries.of(tally.get()));
    } catch (ActOnceException e) {
      if (e.code() != ErrorCode.CLOSED) {
        throw e;
      }
      table.publish(Map.of()); // Whoever takes its partitions over shows their counts.
    }
  }
}
