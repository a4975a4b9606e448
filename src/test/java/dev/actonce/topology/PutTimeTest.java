package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PutTimeTest {
  private static final long MOVE_AFTER_MS = PutTime.MOVE_AFTER.toMillis();

  @Test
  void putsANewEntryWhereItIsWanted() {
    assertThat(PutTime.of(PutTime.NOWHERE, 1_000)).isEqualTo(1_000);
  }

  @Test
  void leavesAnEntryWhereItLiesUntilItIsOld() {
    assertThat(PutTime.of(1_000, 1_000 + MOVE_AFTER_MS - 1)).isEqualTo(1_000);
    assertThat(PutTime.of(1_000, 1_000 + MOVE_AFTER_MS)).isEqualTo(1_000 + MOVE_AFTER_MS);
  }

  @Test
  void neverMovesAnEntryBack() {
    assertThat(PutTime.of(5_000, 1_000)).isEqualTo(5_000);
  }

  @Test
  void letsNoStoreForgetAnEntryForBeingOlderThanItsSighting() {
    assertThat(PutTime.MOVE_AFTER).isLessThan(GateStores.SLACK.dividedBy(2));
  }
}
