package dev.actonce.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.outcome.OutcomeStatus;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Seeded runs of the whole pure core over crashes, fences, lost answers and settlements. */
class CoreSimulationTest {
  private static final int SEEDS = 20_000;
  private static final long FIRST_SEED = 1;

  @Test
  void keepsItsPromisesOverAllFaults() {
    Long replayed = Long.getLong("actonce.seed");
    long first = replayed == null ? FIRST_SEED : replayed;
    int seeds = replayed == null ? SEEDS : 1;
    long startedAt = System.nanoTime();
    long events = 0;
    Map<OutcomeStatus, Integer> tally = new EnumMap<>(OutcomeStatus.class);
    for (long seed = first; seed < first + seeds; seed++) {
      events += run(seed, tally);
    }
    double seconds = (System.nanoTime() - startedAt) / 1e9;
    System.out.printf(
        "core simulation: %d seeds, %.0f events per seed, %.0f seeds/s, told %s%n",
        seeds, (double) events / seeds, seeds / seconds, tally);

    if (replayed == null) {
      // Enough of every status to mean something.
      assertThat(tally).containsOnlyKeys(OutcomeStatus.values());
      assertThat(tally.values()).allSatisfy(count -> assertThat(count).isGreaterThan(SEEDS / 20));
    }
  }

  private static int run(long seed, Map<OutcomeStatus, Integer> tally) {
    Simulation simulation = new Simulation(seed, Mutant.NONE);
    try {
      int events = simulation.run();
      simulation.tally().forEach((status, count) -> tally.merge(status, count, Integer::sum));
      return events;
    } catch (AssertionError e) {
      throw new AssertionError(
          e.getMessage()
              + "; replay: mvn -q -Dtest=CoreSimulationTest -Dactonce.seed="
              + seed
              + " test",
          e);
    }
  }
}
