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
  void restsForSeveralTimesTheCostWhenTwoCommitsKeptWorkWaiting() {
    commit(1_000, 15);
    commit(1_015, 15);
    pacer.worked(1_030);
    assertThat(pacer.delayMs(1_030)).isEqualTo(60);
  }

  /** An agent publishes as soon as it is answered, and so meets the commit of its answer. */
  @Test
  void doesNotRestWhenOnlyOneCommitKeptWorkWaiting() {
    commit(1_000, 15);
    pacer.worked(1_015);
    assertThat(pacer.delayMs(1_015)).isZero();
  }

  @Test
  void doesNotRestAfterIdleness() {
    commit(1_000, 15);
    commit(1_015, 15);
    pacer.worked(1_050);
    assertThat(pacer.delayMs(1_050)).isZero();
  }

  @Test
  void neverRestsLongerThanTheLongestSpacing() {
    commit(1_000, 10_000);
    commit(11_000, 10_000);
    pacer.worked(21_000);
    assertThat(pacer.delayMs(21_000)).isEqualTo(CommitPacer.MAX_SPACING_MS);
  }

  /** With one commit per record, a backlog of 1,000 would need more than three minutes. */
  @Test
  void worksABacklogOffHoweverSlowTheCommitsAre() {
    long now = 0;
    for (int record = 0; record < 1_000; record++) {
      now += 1;
      pacer.worked(now);
      if (pacer.delayMs(now) == 0) {
        pacer.committed(now);
        now += 200;
        pacer.finished(now, 200);
      }
    }
    assertThat(now).isLessThan(5_000);
  }

  private void commit(long atMs, long tookMs) {
    work(1, atMs);
    pacer.finished(atMs + tookMs, tookMs);
  }

  private void work(int records, long commitAtMs) {
    for (int i = 0; i < records; i++) {
      pacer.worked(commitAtMs);
    }
    pacer.committed(commitAtMs);
  }
}
