package dev.actonce.wire;

import static dev.actonce.wire.UnresolvedIds.CONFIRMED_AFTER;
import static dev.actonce.wire.UnresolvedIds.EPISODE;
import static dev.actonce.wire.UnresolvedIds.PATIENCE;
import static dev.actonce.wire.UnresolvedIds.WINDOWS;
import static dev.actonce.wire.UnresolvedIds.WINDOW_EARNED_IN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.wire.UnresolvedIds.Step;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How long an id that is not resolved may hold up the records behind it. */
class UnresolvedIdsTest {
  private static final Duration TICK = Duration.ofMillis(500);

  private final UnresolvedIds ids = new UnresolvedIds();
  private long now = Long.MAX_VALUE - 1_000; // A monotonic clock may wrap around.

  @Test
  void waitsUntilAnAbsenceIsConfirmed() {
    assertThat(waited(() -> absent(1))).isEqualTo(CONFIRMED_AFTER);
    assertThat(absent(1)).isEqualTo(Step.PUT_ASIDE);
  }

  @Test
  void beginsAnewAfterAnIdWasFound() {
    assertThat(absent(1)).isEqualTo(Step.WAIT);
    pass(CONFIRMED_AFTER);
    ids.resolved(1);

    assertThat(absent(1)).isEqualTo(Step.WAIT);
  }

  @Test
  void takesALateQuestionForTheFirst() {
    assertThat(waited(() -> absent(1))).isEqualTo(CONFIRMED_AFTER);
    pass(Duration.ofMinutes(10));

    assertThat(absent(1)).isEqualTo(Step.WAIT);
  }

  @Test
  void sharesAWindowAmongAllIdsThatComeInIt() {
    for (int id = 1; id <= 100; id++) {
      assertThat(absent(id)).isEqualTo(Step.WAIT);
    }
    pass(CONFIRMED_AFTER);
    for (int id = 1; id <= 100; id++) {
      assertThat(absent(id)).isEqualTo(Step.PUT_ASIDE);
    }
  }

  @Test
  void letsAFloodOfFreshIdsWaitForAPartOfTheTimeOnly() {
    Duration waited = Duration.ZERO;
    int records = 0;
    long began = now;
    while (now - began < Duration.ofHours(1).toNanos()) {
      int id = records++;
      waited = waited.plus(waited(() -> absent(id)));
      pass(Duration.ofMillis(10));
    }

    assertThat(waited).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
    assertThat(records).isGreaterThan(100_000);
  }

  @Test
  void saysThatAnIdGotNoWindow() {
    for (int id = 0; id < WINDOWS; id++) {
      int any = id;
      waited(() -> absent(any));
    }
    assertThat(absent(99)).isEqualTo(Step.PUT_ASIDE_UNCONFIRMED);

    pass(WINDOW_EARNED_IN);
    assertThat(absent(100)).isEqualTo(Step.WAIT);
  }

  @Test
  void putsARefusedIdAsideAfterItsPatience() {
    assertThat(waited(() -> refused(1))).isEqualTo(PATIENCE);
    assertThat(refused(1)).isEqualTo(Step.PUT_ASIDE);
  }

  @Test
  void letsTheTimeStandWhileTheRegistryIsAwayForAll() {
    assertThat(refused(1)).isEqualTo(Step.WAIT);
    for (int i = 0; i < 10_000; i++) {
      pass(TICK);
      ids.unanswered(1, now);
    }
    assertThat(waited(() -> refused(1))).isEqualTo(PATIENCE);
  }

  @Test
  void waitsShortlyForOtherRefusedIdsOfOneEpisode() {
    waited(() -> refused(1));

    assertThat(waited(() -> refused(2))).isEqualTo(CONFIRMED_AFTER);
    pass(EPISODE);
    assertThat(waited(() -> refused(3))).isEqualTo(PATIENCE);
  }

  private Step absent(int id) {
    return ids.absent(id, now);
  }

  private Step refused(int id) {
    return ids.refused(id, now);
  }

  /** How long a record waits that is tried again and again. */
  private Duration waited(Supplier<Step> question) {
    Duration waited = Duration.ZERO;
    while (question.get() == Step.WAIT) {
      pass(TICK);
      waited = waited.plus(TICK);
    }
    return waited;
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
