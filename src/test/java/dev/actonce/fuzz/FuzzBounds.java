package dev.actonce.fuzz;

import static org.assertj.core.api.SoftAssertions.assertSoftly;

import java.time.Duration;

/** What a run may cost at most, on a slow and busy machine. */
final class FuzzBounds {
  /** Served within a second on a machine of its own; the report has the figure. */
  private static final Duration WORST_GOOD = Duration.ofSeconds(60);

  /** More than at the start, after a collection. */
  private static final long HEAP_GROWTH_BYTES = 256L * 1024 * 1024;

  /** A storm has a line for each bad record; summaries come by time, so a slow run has more. */
  private static final long RECORDS_PER_LINE = 20;

  private static final long LINES = 200;

  private FuzzBounds() {}

  static void check(FuzzReport report) {
    long lines = report.logLines().values().stream().mapToLong(Long::longValue).sum();
    assertSoftly(
        softly -> {
          softly.assertThat(report.totals().open()).as("without an answer").isZero();
          softly.assertThat(report.threadsLost()).as("threads lost").isZero();
          softly.assertThat(report.worstGood()).as("worst good intent").isLessThan(WORST_GOOD);
          softly
              .assertThat(report.heapAtEnd() - report.heapAtStart())
              .as("growth of the heap")
              .isLessThan(HEAP_GROWTH_BYTES);
          softly
              .assertThat(lines)
              .as("log lines: %s", report.logLines())
              .isLessThan(LINES + report.count() / RECORDS_PER_LINE);
        });
  }
}
