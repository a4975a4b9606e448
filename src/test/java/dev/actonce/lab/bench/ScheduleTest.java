package dev.actonce.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final long START = 1_000;

  @Test
  void spreadsPublishesEvenly() {
    Schedule schedule = new Schedule(START, 1_000);

    assertThat(schedule.intendedNanos(0)).isEqualTo(START);
    assertThat(schedule.intendedNanos(1)).isEqualTo(START + 1_000_000);
    assertThat(schedule.intendedNanos(3_600_000)).isEqualTo(START + 3_600_000_000_000L);
  }

  @Test
  void doesNotDriftWhenTheIntervalIsNoWholeNumber() {
    Schedule schedule = new Schedule(START, 3);

    assertThat(schedule.intendedNanos(3_000_000)).isEqualTo(START + 1_000_000_000_000_000L);
  }

  @Test
  void countsWhatIsDueBeforeATime() {
    Schedule schedule = new Schedule(START, 10);

    assertThat(schedule.dueBefore(START)).isZero();
    assertThat(schedule.dueBefore(START + 1)).isEqualTo(1);
    assertThat(schedule.dueBefore(START + 100_000_000)).isEqualTo(1);
    assertThat(schedule.dueBefore(START + 100_000_001)).isEqualTo(2);
    assertThat(schedule.dueBefore(START + 1_000_000_000)).isEqualTo(10);
  }
}
