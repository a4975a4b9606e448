package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LedgerPacerTest {
  private static final long MS = 1_000_000;

  private final LedgerPacer pacer = new LedgerPacer();

  @Test
  void neverDelaysALoneOutcome() {
    pacer.committed(0, 30 * MS);

    assertThat(pacer.rest(1, 1, 30 * MS)).isEqualTo(Duration.ZERO);
  }

  @Test
  void waitsForOutcomesThatAreStillToComeForHalfOfWhatACommitTakes() {
    pacer.committed(0, 30 * MS);

    assertThat(pacer.rest(1, 2, 30 * MS)).isEqualTo(Duration.ofMillis(15));
    assertThat(pacer.rest(1, 2, 40 * MS)).isEqualTo(Duration.ofMillis(5));
    assertThat(pacer.rest(1, 2, 45 * MS)).isEqualTo(Duration.ZERO);
  }

  @Test
  void neverRestsForLongAfterASlowCommit() {
    pacer.committed(0, 5_000 * MS);

    assertThat(pacer.rest(1, 2, 5_000 * MS)).isEqualTo(LedgerPacer.MAX_REST);
  }

  @Test
  void doesNotRestBeforeTheFirstCommit() {
    assertThat(pacer.rest(1, 2, 7 * MS)).isEqualTo(Duration.ZERO);
  }
}
