package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long a proof of ownership lets a call start. */
class LeaseTest {
  private static final long SECOND = 1_000_000_000L;

  private long now = 100 * SECOND;
  private final Lease lease = new Lease(Duration.ofSeconds(8), () -> now);

  @Test
  void isNotHeldBeforeTheFirstCommit() {
    assertThat(lease.isHeld(lease.epoch())).isFalse();
  }

  @Test
  void isHeldFromTheBeginOfTheCommitForItsLength() { // X02
    lease.prove(now);
    now += 8 * SECOND - 1;
    assertThat(lease.isHeld(lease.epoch())).isTrue();
    now++;
    assertThat(lease.isHeld(lease.epoch())).isFalse();
  }

  @Test
  void endsDuringAPauseOfTheProcess() { // X06
    lease.prove(now);
    now += 300 * SECOND;

    assertThat(lease.isHeld(lease.epoch())).isFalse();
    assertThat(lease.isFresh()).isFalse();
  }

  @Test
  void isNeverHeldAgainForWhatWasHandedOutBeforeTheLoss() { // X06
    lease.prove(now);
    long before = lease.epoch();
    lease.drop();
    lease.prove(now);

    assertThat(lease.isHeld(before)).isFalse();
    assertThat(lease.isHeld(lease.epoch())).isTrue();
  }
}
