package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the gate counts and tells its listener. */
class GateTallyTest {
  @TempDir Path state;
  private final List<String> heard = new ArrayList<>();
  private GateHarness gate;

  @BeforeEach
  void start() {
    gate = new GateHarness(state, 1, new GateReporting(Set.of("acme"), new Recorder()));
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void countsTheTenantsOfTheListByName() {
    gate.publish(Duration.ZERO, pay("A").publish("r1"));
    gate.finish(Duration.ofSeconds(1), gate.dispatched().get(0), OutcomeStatus.SUCCEEDED);

    assertThat(gate.tally())
        .containsEntry(new TallyLine("pay", "ADMITTED", "", "acme"), 1L)
        .containsEntry(new TallyLine("pay", "OUTCOME", "SUCCEEDED", "acme"), 1L)
        .hasSize(2);
  }

  @Test
  void countsWhatEndedADoubtAndOnlyIfThereWasOne() {
    gate.publish(Duration.ZERO, pay("A").publish("r1"));
    gate.publish(Duration.ZERO, pay("B").publish("r2"));
    List<ApprovedAction> actions = gate.dispatched();
    gate.finish(Duration.ofSeconds(1), actions.get(0), OutcomeStatus.UNKNOWN);
    assertThat(settled("RETRY")).isZero();

    gate.finish(Duration.ofSeconds(2), actions.get(0), OutcomeStatus.SUCCEEDED);
    gate.finish(Duration.ofSeconds(2), actions.get(1), OutcomeStatus.SUCCEEDED);
    gate.finish(Duration.ofSeconds(3), actions.get(0), OutcomeStatus.SUCCEEDED); // Read again.

    assertThat(settled("RETRY")).isEqualTo(1);
  }

  @Test
  void tellsHowLongADecisionAndAWholeActionTook() {
    gate.publish(Duration.ZERO, pay("A").publish("r1"));
    gate.finish(Duration.ofSeconds(7), gate.dispatched().get(0), OutcomeStatus.FAILED);

    assertThat(heard).containsExactly("decided PT0S", "ended pay FAILED PT7S");
  }

  private long settled(String source) {
    return gate.tally().getOrDefault(new TallyLine("pay", TallyLine.SETTLED, source), 0L);
  }

  private final class Recorder implements GateListener {
    @Override
    public void decided(Duration sinceArrival) {
      heard.add("decided " + sinceArrival);
    }

    @Override
    public void ended(String action, OutcomeStatus status, Duration sinceAdmission) {
      heard.add("ended " + action + " " + status + " " + sinceAdmission);
    }
  }
}
