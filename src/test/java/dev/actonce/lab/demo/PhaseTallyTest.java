package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseTallyTest {
  private static final Duration TOOK = Duration.ofMillis(5);

  private final PhaseTally tally = new PhaseTally(3);

  @Test
  void countsSuccessOfAnotherPublishAsAlreadyDone() {
    answer("r1", "r1", OutcomeStatus.SUCCEEDED);
    answer("r2", "r1", OutcomeStatus.SUCCEEDED);

    assertThat(tally.answers())
        .isEqualTo(
            new PhaseTally.Answers(
                Map.of(OutcomeStatus.SUCCEEDED, 1, OutcomeStatus.ALREADY_DONE, 1), 1, 1, 1));
  }

  @Test
  void countsTheAnswerToItsDuplicateAsItsOwnSuccess() {
    answer("r1", "r1", OutcomeStatus.ALREADY_DONE);

    assertThat(tally.answers().outcomes()).isEqualTo(Map.of(OutcomeStatus.SUCCEEDED, 1));
    assertThat(tally.answers().admitted()).isEqualTo(1);
  }

  @Test
  void countsNeitherConflictsNorRejectionsAsDuplicates() {
    answer("r1", "r0", OutcomeStatus.CONFLICT);
    answer("r2", "r2", OutcomeStatus.REJECTED);

    assertThat(tally.answers().dar()).isZero();
    assertThat(tally.answers().unresolved()).isEqualTo(1);
  }

  @Test
  void leavesAPublishUnresolvedThatHeardNothingFinal() {
    answer("r1", "r1", OutcomeStatus.UNKNOWN);
    tally.answered("r2", null, TOOK);

    assertThat(tally.answers().unresolved()).isEqualTo(3);
    assertThat(tally.done()).isEqualTo(2);
  }

  @Test
  void measuresWithDecimals() {
    answer("r1", "r1", OutcomeStatus.SUCCEEDED);

    assertThat(tally.latency().p50Ms()).isBetween(4.9, 5.1);
  }

  private void answer(String requestId, String original, OutcomeStatus status) {
    ActionIntent intent =
        ActionIntent.of(requestId, Scope.ofTenant("demo"), DemoCatalog.ACTION, "{}");
    tally.answered(requestId, FakePipeline.event(intent, original, status), TOOK);
  }
}
