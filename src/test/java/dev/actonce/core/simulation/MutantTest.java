package dev.actonce.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Shows that the simulation can fail: every planted bug breaks the invariant that it must. */
class MutantTest {
  private static final int SEEDS_AT_ONCE = 400;

  /** The rarest bug needs a call that stalls at the very end of its provider key's life. */
  private static final int MAX_SEEDS = 8_000;

  @ParameterizedTest(name = "{0}")
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void isCaughtByTheInvariantThatItBreaks(Mutant mutant) {
    Map<Invariant, Integer> caught = Collections.synchronizedMap(new EnumMap<>(Invariant.class));
    int seeds = 0;
    while (seeds < MAX_SEEDS && !caught.containsKey(mutant.caughtBy())) {
      LongStream.rangeClosed(seeds + 1, seeds + SEEDS_AT_ONCE)
          .parallel()
          .forEach(seed -> run(seed, mutant, caught));
      seeds += SEEDS_AT_ONCE;
    }
    System.out.printf("mutant %s is caught by %s in %d seeds%n", mutant, caught, seeds);

    assertThat(caught).containsKey(mutant.caughtBy());
    assertThat(mutant.mayBreak()).containsAll(caught.keySet());
  }

  private static void run(long seed, Mutant mutant, Map<Invariant, Integer> caught) {
    try {
      new Simulation(seed, mutant).run();
    } catch (Violation e) {
      caught.merge(e.invariant(), 1, Integer::sum);
    }
  }
}
