package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.core.ActionIntent;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BenchTrafficTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void numbersNewActionsInTurn() {
    assertThat(first(4, mix(0, 10, 0))).containsExactly(0, 1, 2, 3);
  }

  @Test
  void preparesWhatItWillRepeat() {
    assertThat(first(11, mix(1, 10, 0)))
        .startsWith(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
        .allMatch(number -> number < 10);
  }

  @Test
  void repeatsOnlyOneKeyIfToldTo() {
    assertThat(first(100, mix(1, 1, 0))).containsOnly(0);
  }

  @Test
  void repeatsAsOftenAsToldTo() {
    List<Integer> numbers = first(20_100, mix(0.25, 100, 0));

    long repeats = numbers.stream().skip(100).filter(number -> number < 100).count();
    assertThat(repeats).isCloseTo(5_000, withinPercentage(5));
  }

  @Test
  void fillsTheGateBeforeItRepeats() {
    assertThat(first(51, mix(1, 10, 50)).get(50)).isLessThan(10);
    assertThat(first(50, mix(1, 10, 50)).get(49)).isEqualTo(49);
  }

  @Test
  void repeatsItselfWithTheSameSeed() {
    assertThat(first(1_000, mix(0.5, 100, 0))).isEqualTo(first(1_000, mix(0.5, 100, 0)));
  }

  @Test
  void countsDifferentActions() {
    BenchTraffic traffic = new BenchTraffic(mix(1, 10, 0));
    IntStream.range(0, 100).forEach(i -> traffic.next());

    assertThat(traffic.distinct()).isEqualTo(10);
  }

  @Test
  void makesArgumentsOfTheSizeThatIsAskedFor() throws Exception {
    for (int bytes : new int[] {128, 256, 10_000}) {
      BenchTraffic traffic = new BenchTraffic(new BenchSettings.Mix(bytes, 0, 1, 0, 1));
      String arguments = traffic.intent(1_234_567, "0", NOW).arguments();

      assertThat(arguments).hasSize(bytes);
      assertThat(new JsonMapper().readTree(arguments).path("invoice").asText())
          .isEqualTo("inv-1234567");
    }
  }

  @Test
  void findsTheNumberOfAnIntent() {
    ActionIntent intent = new BenchTraffic(mix(0, 1, 0)).intent(42, "7", NOW);

    assertThat(BenchTraffic.number(intent)).isEqualTo(42);
    assertThat(intent.requestId()).isEqualTo("7");
  }

  private static BenchSettings.Mix mix(double duplicates, int duplicateKeys, int liveKeys) {
    return new BenchSettings.Mix(256, duplicates, duplicateKeys, liveKeys, 1);
  }

  private static List<Integer> first(int count, BenchSettings.Mix mix) {
    BenchTraffic traffic = new BenchTraffic(mix);
    return IntStream.range(0, count).mapToObj(i -> traffic.next()).toList();
  }
}
