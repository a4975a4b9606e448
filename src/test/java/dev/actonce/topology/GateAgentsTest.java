package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How agents and their frameworks repeat themselves, and what the gate makes of it. */
@SuppressWarnings("NullAway.Init")
class GateAgentsTest {
  private static final String PAY_BOB = "{\"to\":\"bob\",\"amount\":5}";
  private static final String PAY_BOB_REORDERED = "{ \"amount\": 5.0, \"to\": \"bob\" }";
  private static final String PAY_ANN = "{\"to\":\"ann\",\"amount\":5}";

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
  void answersARetryUnderANewToolCallIdWithTheFirstResultAndBothPublishes() { // A01
    ApprovedAction first = admit(new Wish(PAY_BOB).call("call_1").publish("r1"));
    gate.finish(seconds(3), first, OutcomeStatus.SUCCEEDED);
    gate.publish(seconds(10), new Wish(PAY_BOB).call("call_2").publish("r2"));

    assertThat(gate.dispatched()).isEmpty();
    OutcomeEvent answer = gate.outcomes().get(0);
    assertThat(answer.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(answer.answer().result()).isEqualTo("{\"id\":7}");
    assertThat(answer.about().requestId()).isEqualTo("r2");
    assertThat(answer.about().originalRequestId()).isEqualTo("r1");
    assertThat(answer.about().toolCallId()).isEqualTo("call_2");
  }

  @Test
  void admitsDifferentArgumentsUnderOneToolCallIdAndUnderAnEmptyOne() { // A02
    gate.publish(seconds(0), new Wish(PAY_BOB).call("call_1").publish("r1"));
    gate.publish(seconds(1), new Wish(PAY_ANN).call("call_1").publish("r2"));
    gate.publish(seconds(2), new Wish("{\"to\":\"eve\"}").call("").publish("r3"));
    gate.publish(seconds(3), new Wish("{\"to\":\"joe\"}").call("").publish("r4"));

    assertThat(gate.dispatched()).hasSize(4);
    assertThat(gate.outcomes()).isEmpty();
  }

  @Test
  void takesAnEmptyIntentIdForNone() { // A02
    gate.publish(seconds(0), new Wish(PAY_BOB).intent("").publish("r1"));
    gate.publish(seconds(1), new Wish(PAY_ANN).intent("").publish("r2"));

    assertThat(gate.dispatched()).hasSize(2);
    assertThat(gate.outcomes()).isEmpty();
  }

  @Test
  void admitsOneOfTwoPublishesOfOneCallFromTwoCodePathsAndCountsOneDuplicate() { // A04
    gate.publish(Duration.ZERO, new Wish(PAY_BOB).call("call_1").publish("r1"));
    gate.publish(Duration.ofMillis(5), new Wish(PAY_BOB_REORDERED).call("call_2").publish("r2"));

    assertThat(gate.dispatched()).hasSize(1);
    assertThat(gate.statuses()).containsExactly(OutcomeStatus.IN_PROGRESS);
    assertThat(gate.tally())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                new TallyLine("pay", "ADMITTED", ""), 1L,
                new TallyLine("pay", "IN_PROGRESS", "NEW_CALL"), 1L));
  }

  @Test
  void admitsAnEqualRepeatThatIsMeantBecauseItHasAnIdOfItsOwn() { // A05
    gate.publish(seconds(0), new Wish(PAY_BOB).intent("march").publish("r1"));
    gate.publish(seconds(1), new Wish(PAY_BOB).intent("april").publish("r2"));

    assertThat(gate.dispatched()).hasSize(2);
    assertThat(gate.outcomes()).isEmpty();
  }

  @Test
  void saysSoWhenItBlocksAnEqualRepeatWithoutIds() { // A05
    ApprovedAction first = admit(new Wish(PAY_BOB).publish("r1"));
    gate.finish(seconds(1), first, OutcomeStatus.SUCCEEDED);
    gate.publish(seconds(2), new Wish(PAY_BOB).publish("r2"));

    OutcomeEvent answer = gate.outcomes().get(0);
    assertThat(answer.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(answer.answer().reference()).isEqualTo("ref-7");
    assertThat(answer.answer().advice()).contains("not done again");
  }

  @Test
  void blocksAFinishedToolThatARestartedRunCallsAgain() { // A08
    ApprovedAction first = admit(new Wish(PAY_BOB).run("run-1").publish("r1"));
    gate.finish(seconds(2), first, OutcomeStatus.SUCCEEDED);
    gate.publish(seconds(40), new Wish(PAY_BOB).run("run-2").publish("r2"));

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.statuses()).containsExactly(OutcomeStatus.ALREADY_DONE);
    assertThat(gate.tally()).containsEntry(new TallyLine("pay", "ALREADY_DONE", "NEW_RUN"), 1L);
  }

  @Test
  void tellsACallerThatTimedOutBeforeTheActionEnded() { // A09
    ApprovedAction first = admit(new Wish(PAY_BOB).publish("r1"));
    gate.publish(seconds(30), new Wish(PAY_BOB).publish("r2"));
    assertThat(gate.statuses()).containsExactly(OutcomeStatus.IN_PROGRESS);
    gate.finish(seconds(35), first, OutcomeStatus.SUCCEEDED);

    assertThat(gate.dispatched()).isEmpty();
    OutcomeEvent end = gate.outcomes().get(0);
    assertThat(end.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
    assertThat(end.about().requestId()).isEqualTo("r2");
    assertThat(end.answer().result()).isEqualTo("{\"id\":7}");
  }

  @Test
  void admitsOneOfThreeResendsOfAToolServersClient() { // A12
    for (int i = 0; i < 3; i++) {
      gate.publish(
          Duration.ofMillis(300L * i), new Wish(PAY_BOB).call("jsonrpc-" + i).publish("r" + i));
    }

    assertThat(gate.dispatched()).hasSize(1);
    assertThat(gate.statuses())
        .containsExactly(OutcomeStatus.IN_PROGRESS, OutcomeStatus.IN_PROGRESS);
  }

  @Test
  void keepsARunningActionBlockedAfterItsDuplicateWasTurnedAway() { // X01
    admit(new Wish(PAY_BOB).publish("r1"));
    gate.publish(seconds(2), new Wish(PAY_BOB).publish("r2"));
    gate.publish(seconds(4), new Wish(PAY_BOB).publish("r3"));

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.statuses())
        .containsExactly(OutcomeStatus.IN_PROGRESS, OutcomeStatus.IN_PROGRESS);
  }

  @Test
  void keepsAnActionBlockedHoweverLongItWaitsAndRuns() { // X17
    admit(new Wish(PAY_BOB).publish("r1"));
    gate.publish(Duration.ofHours(2), new Wish(PAY_BOB).publish("r2"));
    gate.publish(Duration.ofMinutes(190), new Wish(PAY_BOB).publish("r3"));

    assertThat(gate.dispatched()).isEmpty();
    assertThat(gate.statuses())
        .containsExactly(OutcomeStatus.IN_PROGRESS, OutcomeStatus.IN_PROGRESS);
  }

  private ApprovedAction admit(ActionIntent intent) {
    gate.publish(Duration.ZERO, intent);
    ApprovedAction action = gate.dispatched().get(0);
    assertThat(action.admittedAt()).isEqualTo(START);
    return action;
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  /** What an agent wants; each publish of it has its own requestId. */
  private record Wish(
      String arguments, @Nullable String intentId, @Nullable String callId, String runId) {
    Wish(String arguments) {
      this(arguments, null, "call_1", "run-1");
    }

    Wish intent(String id) {
      return new Wish(arguments, id, callId, runId);
    }

    Wish call(String id) {
      return new Wish(arguments, intentId, id, runId);
    }

    Wish run(String id) {
      return new Wish(arguments, intentId, callId, id);
    }

    ActionIntent publish(String requestId) {
      return ActionIntent.of(
              requestId, new Scope("acme", "session-1", runId, "agent"), "pay", arguments)
          .withIntentId(intentId)
          .withToolCallId(callId);
    }
  }
}
