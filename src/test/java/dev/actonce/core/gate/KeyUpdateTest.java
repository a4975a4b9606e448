package dev.actonce.core.gate;

import static dev.actonce.core.gate.OneKeyGate.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How executors' outcomes move a key and answer the duplicate that waits. */
class KeyUpdateTest {
  private final OneKeyGate gate = new OneKeyGate(KeyChoice.FINGERPRINT);

  @Test
  void successMovesTheKeyToMemory() {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(10));

    MemoryEntry memory = Objects.requireNonNull(gate.state().memory());
    assertThat(gate.state().open()).isNull();
    assertThat(memory.ending())
        .isEqualTo(
            new MemoryEntry.Ending(
                true, "{\"charge\":\"ch_1\"}", "ch_1", "operator:ann", 2, at(10)));
    assertThat(memory.seen().lastSeenAt()).isEqualTo(at(10));
  }

  @Test
  void failureMovesTheKeyToMemory() {
    gate.publish(Publish.of("r1"), at(0));
    gate.fail(1, at(10));

    assertThat(Objects.requireNonNull(gate.state().memory()).ending().succeeded()).isFalse();
  }

  @Test
  void doubtKeepsTheKeyOpen() {
    gate.publish(Publish.of("r1"), at(0));
    gate.doubt(1, at(10));

    assertThat(Objects.requireNonNull(gate.state().open()).doubt())
        .isEqualTo(new OpenEntry.Doubt("claim-1", "TIMEOUT", 2));
  }

  @ParameterizedTest
  @EnumSource(
      value = OutcomeStatus.class,
      names = {"SUCCEEDED", "FAILED", "UNKNOWN"})
  void tellsNobodyWhenNoDuplicateWaits(OutcomeStatus status) {
    gate.publish(Publish.of("r1"), at(0));

    assertThat(close(status, 1, Publisher.EXECUTOR).outcome()).isNull();
  }

  @Test
  void tellsTheWaiterOfSuccessAsAlreadyDone() {
    publishTwice();

    OutcomeEvent told = told(gate.succeed(1, at(10)));

    assertThat(told.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(told.about().requestId()).isEqualTo("r2");
    assertThat(told.about().originalRequestId()).isEqualTo("request-1");
    assertThat(told.answer().result()).isEqualTo("{\"charge\":\"ch_1\"}");
    assertThat(told.answer().advice()).isEqualTo(Advice.ALREADY_DONE);
    assertThat(told.history().duplicates()).isEqualTo(1);
    assertThat(told.publisher()).isEqualTo(Publisher.GATE);
  }

  @Test
  void tellsTheWaiterOfFailure() {
    publishTwice();

    OutcomeEvent told = told(gate.fail(1, at(10)));

    assertThat(told.status()).isEqualTo(OutcomeStatus.FAILED);
    assertThat(told.about().requestId()).isEqualTo("r2");
    assertThat(told.answer().advice()).isEqualTo(Advice.FAILED);
  }

  @Test
  void tellsTheWaiterOfDoubtAndOfItsEnd() {
    publishTwice();

    assertThat(told(gate.doubt(1, at(10))).status()).isEqualTo(OutcomeStatus.UNKNOWN);
    assertThat(told(gate.succeed(1, at(20))).status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
  }

  @ParameterizedTest
  @EnumSource(SafetyClass.class)
  void advisesTheWaiterBySafetyClass(SafetyClass safety) {
    publishTwice();
    OutcomeEvent doubt = gate.event(OutcomeStatus.UNKNOWN, 1, at(10), Publisher.EXECUTOR);

    OutcomeEvent told = told(KeyUpdate.apply(doubt, gate.state(), policy(safety, 1024), at(10)));

    assertThat(told.answer().advice()).isEqualTo(Advice.unknown(safety));
  }

  @Test
  void tellsADuplicateThatCameDuringTheDoubtOfItsEnd() {
    gate.publish(Publish.of("r1"), at(0));
    gate.doubt(1, at(10));
    gate.publish(Publish.of("r2"), at(20));

    assertThat(told(gate.fail(1, at(30))).about().requestId()).isEqualTo("r2");
  }

  @ParameterizedTest
  @EnumSource(
      value = OutcomeStatus.class,
      names = {"SUCCEEDED", "FAILED", "UNKNOWN"})
  void ignoresAnOlderGeneration(OutcomeStatus status) {
    gate.publish(Publish.of("r1"), at(0));
    gate.fail(1, at(1));
    gate.publish(Publish.of("r2"), at(2));
    gate.publish(Publish.of("r3"), at(3));

    assertChangesNothing(status, 1, Publisher.EXECUTOR);
  }

  @ParameterizedTest
  @EnumSource(OutcomeStatus.class)
  void ignoresWhatHasNoOpenEntry(OutcomeStatus status) {
    gate.publish(Publish.of("r1"), at(0));
    gate.succeed(1, at(1));

    assertChangesNothing(status, 1, Publisher.EXECUTOR);
  }

  @ParameterizedTest
  @EnumSource(
      value = OutcomeStatus.class,
      names = {"ALREADY_DONE", "IN_PROGRESS", "CONFLICT", "REJECTED"})
  void ignoresAnswersToDuplicates(OutcomeStatus status) {
    publishTwice();

    assertChangesNothing(status, 1, Publisher.EXECUTOR);
  }

  @ParameterizedTest
  @EnumSource(OutcomeStatus.class)
  void ignoresTheGatesOwnEventsSoThatItNeverAnswersItself(OutcomeStatus status) {
    publishTwice();

    assertChangesNothing(status, 1, Publisher.GATE);
  }

  private void publishTwice() {
    gate.publish(Publish.of("r1"), at(0));
    gate.publish(Publish.of("r2"), at(1));
  }

  private void assertChangesNothing(OutcomeStatus status, int generation, Publisher publisher) {
    KeyState before = gate.state();

    KeyUpdate closing = close(status, generation, publisher);

    assertThat(closing.next()).isEqualTo(before);
    assertThat(closing.outcome()).isNull();
  }

  private KeyUpdate close(OutcomeStatus status, int generation, Publisher publisher) {
    return gate.close(gate.event(status, generation, at(10), publisher), at(10));
  }

  private static OutcomeEvent told(KeyUpdate closing) {
    return Objects.requireNonNull(closing.outcome());
  }

  @Test
  void tellsTheWaiterNoResultBeyondTheBoundAndKeepsNone() {
    publishTwice();
    OutcomeEvent done = gate.event(OutcomeStatus.SUCCEEDED, 1, at(10), Publisher.EXECUTOR);

    KeyUpdate closing = KeyUpdate.apply(done, gate.state(), policy(SafetyClass.KEYED, 4), at(10));

    OutcomeEvent told = told(closing);
    assertThat(told.answer().result()).isNull();
    assertThat(told.answer().reference()).isEqualTo("ch_1");
    assertThat(told.answer().advice()).isEqualTo(Advice.ALREADY_DONE_WITHOUT_RESULT);
    assertThat(Objects.requireNonNull(closing.next().memory()).ending().result()).isNull();
  }

  private static ToolPolicy policy(SafetyClass safety, int resultMaxBytes) {
    Duration day = Duration.ofDays(1);
    return new ToolPolicy(
        Publish.ACTION,
        safety,
        KeyPolicy.AUTO,
        new ToolPolicy.Memory(day, day, resultMaxBytes),
        new ToolPolicy.Execution(RetryPolicy.DEFAULT, day, 1, day, Duration.ZERO),
        "hash");
  }
}
