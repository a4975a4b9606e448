package dev.actonce.core.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.outcome.OutcomeStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random lives of claims over crashes, lost answers, late look-ups and settlements. */
class ExecutionSimulationTest {
  private static final int LIVES = 20_000;
  private static final long SEED = 20_261_130L;

  @Test
  void keepsItsPromisesOverRandomLives() {
    Map<OutcomeStatus, Integer> ends = new EnumMap<>(OutcomeStatus.class);
    for (int i = 0; i < LIVES; i++) {
      long seed = SEED + i;
      Life life = new Life(new Random(seed));
      try {
        life.live();
        life.assertNoDoubleEffect();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
      OutcomeStatus end = life.end();
      if (end != null) {
        ends.merge(end, 1, Integer::sum);
      }
    }

    // Enough lives of either end to mean something.
    assertThat(ends.getOrDefault(OutcomeStatus.SUCCEEDED, 0)).isGreaterThan(LIVES / 4);
    assertThat(ends.getOrDefault(OutcomeStatus.FAILED, 0)).isGreaterThan(LIVES / 4);
  }
}
