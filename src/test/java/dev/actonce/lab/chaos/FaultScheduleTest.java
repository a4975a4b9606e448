package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FaultScheduleTest {
  private static final Duration ONE_MINUTE = Duration.ofMinutes(1);
  private static final Duration THREE_MINUTES = Duration.ofMinutes(3);

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 100);
  }

  @Test
  void isTheSameForTheSameSeed() {
    assertThat(FaultSchedule.of(7, THREE_MINUTES)).isEqualTo(FaultSchedule.of(7, THREE_MINUTES));
    assertThat(FaultSchedule.of(7, THREE_MINUTES)).isNotEqualTo(FaultSchedule.of(8, THREE_MINUTES));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void holdsEveryKindWithinThreeMinutes(long seed) {
    List<FaultSchedule.Fault> faults = FaultSchedule.of(seed, THREE_MINUTES).faults();

    assertThat(faults).hasSizeGreaterThanOrEqualTo(15);
    assertThat(faults).extracting(FaultSchedule.Fault::kind).contains(FaultKind.values());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void holdsSeveralKindsWithinOneMinute(long seed) {
    List<FaultSchedule.Fault> faults = FaultSchedule.of(seed, ONE_MINUTE).faults();

    assertThat(faults).hasSizeGreaterThanOrEqualTo(5);
    assertThat(faults.stream().map(FaultSchedule.Fault::kind).distinct().count())
        .isGreaterThanOrEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leavesTheEndQuiet(long seed) {
    assertThat(FaultSchedule.of(seed, ONE_MINUTE).faults())
        .isSortedAccordingTo(Comparator.comparing(FaultSchedule.Fault::at))
        .allSatisfy(
            fault -> assertThat(fault.at()).isBetween(Duration.ZERO, ONE_MINUTE.minusSeconds(8)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void deletesTheGatesStateWhenItHoldsMost(long seed) {
    List<FaultSchedule.Fault> faults = FaultSchedule.of(seed, ONE_MINUTE).of(FaultKind.Lane.GATES);

    assertThat(faults.get(faults.size() - 1).kind()).isEqualTo(FaultKind.DELETE_GATE_STATE);
  }

  @ParameterizedTest
  @EnumSource(FaultKind.Lane.class)
  void givesEachLaneItsOwnKinds(FaultKind.Lane lane) {
    assertThat(FaultSchedule.of(1, THREE_MINUTES).of(lane))
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault.kind().lane()).isEqualTo(lane));
  }
}
