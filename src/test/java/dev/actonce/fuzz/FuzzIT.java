package dev.actonce.fuzz;

import dev.actonce.testing.LongRun;
import org.junit.jupiter.api.Test;

/**
 * Nothing that anyone sends stops the pipeline: hostile intents, and hostile records on every topic
 * that a gate or an executor reads while it runs. Each intent is answered or put aside, no thread
 * ends, the heap stays small, and who sends good intents between them is served.
 *
 * <p>Claims are read at a takeover only: bad ones are written at the end, before a restart.
 */
class FuzzIT {
  private static final long SOME = 3_000;
  private static final long MANY = 100_000;
  private static final long SEED = 13;

  @Test
  void survivesHostileRecords() throws Exception {
    survives(SOME);
  }

  @Test
  @LongRun
  void survivesManyHostileRecords() throws Exception {
    survives(Long.getLong(FuzzSoakTest.PROPERTY, MANY));
  }

  private static void survives(long records) throws Exception {
    FuzzReport report = Fuzz.of(records, SEED).run();

    System.out.println(report);
    FuzzBounds.check(report);
  }
}
