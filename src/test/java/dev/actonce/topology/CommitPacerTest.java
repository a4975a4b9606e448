package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitPacerTest {
  private final CommitPacer pacer = new CommitPacer();

  @Test
  void commitsTheFirstRecordAtOnce() {
    pacer.worked(5_000);
    assertThat(pacer.delayMs(5_000)).isZero();
  }

  @Test
  void commitsALoneRecordAtOnceAfterAPause() {
    work(1, 1_000);
    pacer.worked(1_050);
    assertThat(pacer.delayMs(1_050)).isZero();
  }

  @Test
  void waitsLongerTheHigherTheRate() {
    work(1, 1_000);
    work(10, 1_010);
    assertThat(pacer.delayMs(1_010)).isEqualTo(10);
    work(100, 1_020);
    assertThat(pacer.delayMs(1_020)).isEqualTo(100);
  }

  @Test
  void neverWaitsLongerThanTheLongestSpacing() {
    work(1, 1_000);
    work(1_000_000, 1_001);
    assertThat(pacer.delayMs(1_001)).isEqualTo(CommitPacer.MAX_SPACING_MS);
  }

  @Test
  void becomesPromptAgainWhenTheLoadIsOver() {
    work(1, 1_000);
    work(1_000, 1_010);
    work(1, 1_110);
    assertThat(pacer.delayMs(1_110)).isEqualTo(CommitPacer.MIN_SPACING_MS);
  }

  @Test
  void waitsNoLongerThanTheSpacingWhenTheClockIsSetBack() {
    work(1, 1_000_000);
    assertThat(pacer.delayMs(5)).isEqualTo(CommitPacer.MIN_SPACING_MS);
  }

  @Test
  void waitsLongerWhenCommitsTakeTheTime() {
    work(1, 1_000);
    work(8, 1_010);
    // The next record of the backlog comes only after the commit, 15 ms later.
    pacer.worked(1_025);
    assertThat(pacer.delayMs(1_025)).isEqualTo(75 - 15);
  }

  @Test
  void takesALongGapForIdleness() {
    work(1, 1_000);
    work(8, 1_010);
    pacer.worked(1_061);
    assertThat(pacer.delayMs(1_061)).isZero();
  }

  private void work(int records, long commitAtMs) {
    for (int i = 0; i < records; i++) {
      pacer.worked(commitAtMs);
    }
    pacer.committed(commitAtMs);
  }
}
