package dev.actonce.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows that the simulation can fail: every planted bug breaks an invariant within few seeds. */
class MutantTest {
  private static final int MAX_SEEDS = 500;

  @ParameterizedTest(name = "{0}")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void isCaught(Mutant mutant) {
    OptionalInt caught =
        IntStream.rangeClosed(1, MAX_SEEDS).filter(seed -> fails(seed, mutant)).findFirst();

    assertThat(caught).as("a seed that catches %s", mutant).isPresent();
  }

  private static boolean fails(int seed, Mutant mutant) {
    try {
      new Simulation(seed, mutant).run();
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }
}
