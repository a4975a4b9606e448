package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.at;
import static dev.actonce.core.gate.OneKeyGate.atSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.gate.Verdict.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a key is remembered, and from when. */
class GateHorizonTest {
  private static final long DAY_MS = Duration.ofHours(24).toMillis();

  @ParameterizedTest
  @CsvSource({
    "FINGERPRINT, 299999, ALREADY_DONE",
    "FINGERPRINT, 300000, ADMITTED",
    "FINGERPRINT, 300001, ADMITTED",
    "INTENT, 86399999, ALREADY_DONE",
    "INTENT, 86400000, ADMITTED",
    "INTENT, 86400001, ADMITTED",
    "TOOL_CALL, 86399999, ALREADY_DONE",
    "TOOL_CALL, 86400000, ADMITTED",
    "TOOL_CALL, 86400001, ADMITTED"
  })
  void blocksWhileTheAgeIsBelowTheHorizonOfTheKind(KeyChoice choice, long ageMs, Kind expected) {
    OneKeyGate gate = new OneKeyGate(choice);
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(0));

    assertThat(gate.publish(Publish.of("r2"), at(ageMs)).kind()).isEqualTo(expected);
  }

  @Test
  void eachBlockedDuplicateMovesTheWindow() {
    OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);
    gate.publish(Publish.of("r1"), atSecond(0));
    gate.succeed(1, atSecond(0));

    assertThat(gate.publish(Publish.of("r2"), atSecond(250)).kind()).isEqualTo(Kind.ALREADY_DONE);
    assertThat(gate.publish(Publish.of("r3"), atSecond(500)).kind()).isEqualTo(Kind.ALREADY_DONE);
    assertThat(gate.publish(Publish.of("r4"), atSecond(790)).kind()).isEqualTo(Kind.ALREADY_DONE);
    assertThat(gate.publish(Publish.of("r5"), atSecond(1095)).kind()).isEqualTo(Kind.ADMITTED);
  }

  @Test
  void countsFromTheFinalOutcomeWhenThatIsLaterThanTheLastSighting() {
    OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);
    gate.publish(Publish.of("r1"), atSecond(0));
    gate.succeed(1, atSecond(1000));

    assertThat(gate.publish(Publish.of("r2"), at(1_299_999)).kind()).isEqualTo(Kind.ALREADY_DONE);
  }

  @Test
  void forgetsOneHorizonAfterALateFinalOutcome() {
    OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);
    gate.publish(Publish.of("r1"), atSecond(0));
    gate.succeed(1, atSecond(1000));

    assertThat(gate.publish(Publish.of("r2"), atSecond(1300)).kind()).isEqualTo(Kind.ADMITTED);
  }

  @Test
  void countsFromTheLastSightingWhenThatIsLaterThanTheFinalOutcome() {
    OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);
    gate.publish(Publish.of("r1"), atSecond(0));
    gate.publish(Publish.of("r2"), atSecond(200));
    gate.succeed(1, atSecond(100));

    assertThat(gate.publish(Publish.of("r3"), at(499_999)).kind()).isEqualTo(Kind.ALREADY_DONE);
  }

  @Test
  void keepsTheKeyBlockedWhenTheBrokerClockStepsBack() {
    OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);
    gate.publish(Publish.of("r1"), atSecond(100));
    gate.succeed(1, atSecond(100));

    assertThat(gate.publish(Publish.of("r2"), atSecond(40)).kind()).isEqualTo(Kind.ALREADY_DONE);
  }

  @ParameterizedTest
  @EnumSource(
      value = KeyChoice.class,
      names = {"INTENT", "TOOL_CALL", "FINGERPRINT"})
  void neverForgetsAnOpenKey(KeyChoice choice) {
    OneKeyGate gate = new OneKeyGate(choice);
    gate.publish(Publish.of("r1"), at(0));

    assertThat(gate.publish(Publish.of("r2"), at(400 * DAY_MS)).kind()).isEqualTo(Kind.IN_PROGRESS);
  }

  @ParameterizedTest
  @EnumSource(
      value = KeyChoice.class,
      names = {"INTENT", "TOOL_CALL", "FINGERPRINT"})
  void neverForgetsAKeyInDoubt(KeyChoice choice) {
    OneKeyGate gate = new OneKeyGate(choice);
    gate.publish(Publish.of("r1"), at(0));
    gate.doubt(1, at(10));

    assertThat(gate.publish(Publish.of("r2"), at(400 * DAY_MS)).kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void remembersARepeatAsTheNextGeneration() {
    OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);
    gate.publish(Publish.of("r1"), atSecond(0));
    gate.succeed(1, atSecond(0));
    gate.publish(Publish.of("r2"), atSecond(300));
    gate.succeed(2, atSecond(301));

    assertThat(gate.publish(Publish.of("r3"), atSecond(600)).kind()).isEqualTo(Kind.ALREADY_DONE);
  }
}
