package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.NAMES;
import static dev.actonce.topology.GateHarness.START;
import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a finished key is blocked, and when it is admitted again. */
@SuppressWarnings("NullAway.Init")
class GateWindowTest {
  private static final Duration WINDOW = Duration.ofSeconds(300);

  @TempDir private Path directory;
  private GateHarness gate;

  @BeforeEach
  void start() {
    gate = new GateHarness(directory);
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void blocksUntilOneMillisecondBeforeTheWindowEnds() {
    done("A");
    assertThat(admits(WINDOW.minusMillis(1), "A")).isFalse();
  }

  @Test
  void admitsAtExactlyTheWindow() {
    done("A");
    assertThat(admits(WINDOW, "A")).isTrue();
  }

  @Test
  void slidesWithEachBlockedDuplicate() {
    done("A");
    List<Boolean> admitted = new ArrayList<>();
    for (int second : new int[] {250, 500, 790, 1095}) {
      admitted.add(admits(Duration.ofSeconds(second), "A"));
    }
    assertThat(admitted).containsExactly(false, false, false, true);
  }

  @Test
  void keepsOneMemoryEntryPerKeyWhileItSlides() {
    done("A");
    admits(Duration.ofSeconds(250), "A");
    admits(Duration.ofSeconds(500), "A");

    assertThat(gate.memoryEntries()).isEqualTo(1);
  }

  /** Else each look-up had to pass the tombstones of all sightings since the last commit. */
  @Test
  void overwritesTheEntryOfALoopingKeyWhereItLies() {
    done("A");
    for (int second = 10; second < 300; second += 10) {
      admits(Duration.ofSeconds(second), "A");
    }
    assertThat(gate.memoryTimes()).containsExactly(Duration.ZERO);

    admits(Duration.ofSeconds(301), "A");

    assertThat(gate.memoryTimes()).containsExactly(Duration.ofSeconds(301));
  }

  @Test
  void decidesByTheStoredTimeWhileOtherKeysKeepTheSegmentAlive() {
    done("A");
    for (int second = 10; second <= 320; second += 10) {
      admits(Duration.ofSeconds(second), "other-" + second);
    }
    assertThat(gate.memoryEntries()).isEqualTo(1);
    assertThat(admits(Duration.ofSeconds(330), "A")).isTrue();
  }

  @Test
  void giveTheNextGenerationAfterTheWindow() {
    done("A");
    gate.publish(WINDOW, pay("A").publish("late"));
    assertThat(gate.dispatched()).extracting(ApprovedAction::generation).containsExactly(2);
  }

  @Test
  void countsTheWindowFromTheOutcomeOfALongAction() {
    gate.publish(Duration.ZERO, pay("A").publish("r1"));
    gate.finish(Duration.ofSeconds(600), gate.dispatched().get(0), OutcomeStatus.SUCCEEDED);

    assertThat(admits(Duration.ofSeconds(899), "A")).isFalse();
  }

  @Test
  void forgetsAfterTheRetentionAndStillAdmits() {
    done("A");
    admits(Duration.ofDays(3), "B");
    gate.finish(Duration.ofDays(3), lastDispatched("C"), OutcomeStatus.SUCCEEDED);

    assertThat(admits(Duration.ofDays(3), "A")).isTrue();
  }

  @Test
  void blocksTheKeyAlthoughARecordWasStampedAYearAhead() {
    done("A");
    gate.send(
        NAMES.intents(),
        GateHarness.key(pay("X").publish("x")).value(),
        GateHarness.CODECS.intents().encode(pay("X").publish("x")),
        Duration.ofDays(365));
    ApprovedAction skewed = gate.dispatched().get(0);
    gate.finish(Duration.ofSeconds(4), skewed, OutcomeStatus.SUCCEEDED);

    assertThat(admits(Duration.ofSeconds(5), "A")).isFalse();
    assertThat(skewed.admittedAt()).isEqualTo(START.plusSeconds(60));
  }

  @Test
  void remembersAnOldOutcomeThatIsReadAfterNewRecords() {
    gate.publish(Duration.ZERO, pay("A").publish("r1"));
    ApprovedAction action = gate.dispatched().get(0);
    // The gate was down for five days; records of other keys are read before A's outcome.
    Duration now = Duration.ofDays(5);
    gate.finish(now, lastDispatched("B"), OutcomeStatus.SUCCEEDED);
    gate.send(
        NAMES.outcomes(),
        action.key().value(),
        GateHarness.CODECS
            .outcomes()
            .encode(GateHarness.executed(action, OutcomeStatus.SUCCEEDED, START.plusSeconds(1))),
        Duration.ofSeconds(1));
    gate.dispatched();

    gate.send(
        NAMES.intents(),
        action.key().value(),
        GateHarness.CODECS.intents().encode(pay("A").publish("r2")),
        Duration.ofSeconds(2));

    assertThat(gate.dispatched()).isEmpty();
  }

  private void done(String order) {
    gate.publish(Duration.ZERO, pay(order).publish("first"));
    gate.finish(Duration.ZERO, gate.dispatched().get(0), OutcomeStatus.SUCCEEDED);
  }

  private ApprovedAction lastDispatched(String order) {
    gate.publish(Duration.ofDays(3), pay(order).publish("p"));
    List<ApprovedAction> dispatched = gate.dispatched();
    return dispatched.get(dispatched.size() - 1);
  }

  private boolean admits(Duration at, String order) {
    gate.publish(at, pay(order).publish("again-" + at));
    return !gate.dispatched().isEmpty();
  }
}
