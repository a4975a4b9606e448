package dev.actonce.fuzz;

import org.junit.jupiter.api.Test;

/**
 * Nothing that anyone sends stops the pipeline: hostile intents, and hostile records on every topic
 * that a gate or an executor reads while it runs. Each intent is answered or put aside, no thread
 * ends, the heap stays small, and who sends good intents between them is served.
 *
 * <p>Claims are read at a takeover only: bad ones are written at the end, before a restart.
 */
class FuzzIT {
  private static final long RECORDS = 100_000;
  private static final long SEED = 13;

  @Test
  void survivesHostileRecords() throws Exception {
    FuzzReport report = Fuzz.of(Long.getLong(FuzzSoakTest.PROPERTY, RECORDS), SEED).run();

    System.out.println(report);
    FuzzBounds.check(report);
  }
}
