package dev.actonce.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.actonce.core.KeyKind;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Seeded runs of the whole pure core over crashes, fences, wrong clocks, lost answers and
 * settlements; every {@link Invariant} is asked after every event.
 *
 * <p>A failure names the command that replays its seed. {@link SoakTest} runs as long as it is
 * told.
 */
class CoreSimulationTest {
  private static final int SEEDS = 20_000;

  /** States of claims as they follow one another on the topic; "-" is no claim. */
  private static final List<Coverage.Transition> TRANSITIONS =
      Stream.of(
              "- CLAIMED",
              "CLAIMED -",
              "CLAIMED UNKNOWN",
              "CLAIMED PARKED",
              "PARKED CLAIMED",
              "UNKNOWN -",
              "PARKED -",
              "UNKNOWN PARKED",
              "UNKNOWN UNKNOWN")
          .map(pair -> pair.split(" ", 2))
          .map(pair -> new Coverage.Transition(pair[0], pair[1]))
          .toList();

  @Test
  void keepsItsPromisesOverAllFaultsAndReachesEveryPlace() {
    long startedAtNanos = System.nanoTime();
    Seeds.Result result = Seeds.run(1, SEEDS);
    double seconds = (System.nanoTime() - startedAtNanos) / 1e9;
    System.out.printf(
        "core simulation: %d seeds in %.1f s, %d events per seed, reached %s%n",
        SEEDS, seconds, result.events() / SEEDS, result.coverage());

    assertThat(places())
        .allSatisfy(
            place -> assertThat(result.coverage().count(place)).as("%s", place).isPositive());
  }

  @Test
  @EnabledIfSystemProperty(named = "actonce.seed", matches = "-?\\d+")
  void replaysOneSeed() {
    long seed = Long.getLong("actonce.seed", 0);

    assertThatCode(() -> Seeds.run(seed)).doesNotThrowAnyException();
  }

  /** What an earlier version of the core got wrong. */
  @ParameterizedTest(name = "seed {0}: {1}")
  @CsvSource(delimiter = '|', textBlock = SEEDS_THAT_FAILED)
  void keepsItsPromisesWhereItOnceFailed(long seed, String what) {
    assertThatCode(() -> Seeds.run(seed)).as(what).doesNotThrowAnyException();
  }

  private static final String SEEDS_THAT_FAILED =
      """
      24   | a key that forgets errors is used again after its owner died with an error in its hands
      254  | a wish that was answered ALREADY_DONE is performed at the end of its horizon
      1467 | a keyed call that stalls between its last check and the start outlives its key
      3146 | a stored error's key is used past its life
      """;

  private static List<Object> places() {
    List<Object> places = new ArrayList<>(TRANSITIONS);
    places.addAll(List.of(Fault.values()));
    places.addAll(List.of(Landmark.values()));
    places.addAll(List.of(Verdict.Kind.values()));
    places.addAll(List.of(OutcomeStatus.values()));
    places.addAll(List.of(DuplicateCause.values()));
    places.addAll(List.of(KeyKind.values()));
    return places;
  }
}
