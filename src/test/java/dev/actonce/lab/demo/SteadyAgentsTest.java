package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SteadyAgentsTest {
  private final List<ActionIntent> published = new ArrayList<>();
  private int waits;
  private int failures;

  @Test
  void publishesPlanAfterPlanUntilItIsStopped() throws InterruptedException {
    SteadyAgents.Result result = run(settings(Optional.empty()), 2_000);

    assertThat(result.published()).isEqualTo(2_000);
    assertThat(result.answered()).isEqualTo(2_000);
    assertThat(published)
        .extracting(intent -> intent.scope().tenant())
        .startsWith("run-0")
        .endsWith("run-2");
    assertThat(published).extracting(ActionIntent::action).containsOnly(DemoCatalog.ACTION);
  }

  @Test
  void endsWhenItsTimeIsOver() throws InterruptedException {
    SteadyAgents.Result result = run(settings(Optional.of(Duration.ofNanos(1))), Integer.MAX_VALUE);

    assertThat(result.published()).isZero();
  }

  @Test
  void triesAPublishAgainThatFailed() throws InterruptedException {
    failures = 3;

    SteadyAgents.Result result = run(settings(Optional.empty()), 10);

    assertThat(result.failed()).isEqualTo(3);
    assertThat(result.published()).isEqualTo(7);
  }

  @Test
  void waitsWhenTooManyPublishesHaveNoOutcome() throws InterruptedException {
    int[] looks = {0};
    SteadyAgents agents =
        new SteadyAgents(
            settings(Optional.empty()),
            limit -> limit.isZero() && published.size() == SteadyAgents.MAX_OPEN && ++looks[0] > 2);

    SteadyAgents.Result result = agents.run(pipeline(new CompletableFuture<>()));

    assertThat(result.published()).isEqualTo(SteadyAgents.MAX_OPEN);
    assertThat(result.answered()).isZero();
  }

  @Test
  void keepsItsPaceAndMakesUpForNothing() {
    Pace pace = new Pace(10, 0);

    assertThat(pace.next(0)).isZero();
    assertThat(pace.next(millis(30))).isEqualTo(Duration.ofMillis(70));
    assertThat(pace.next(millis(950))).isZero();
    assertThat(pace.next(millis(950))).isEqualTo(Duration.ofMillis(100));
    assertThat(pace.hasLasted(Duration.ofMillis(950), millis(949))).isFalse();
    assertThat(pace.hasLasted(Duration.ofMillis(950), millis(950))).isTrue();
  }

  @Test
  void refusesARateThatIsNone() {
    assertThatThrownBy(() -> new SteadyAgents.Settings(Double.NaN, Optional.empty(), 0, 1, "r"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("0.1 to 500");
  }

  private static long millis(long ms) {
    return TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private static SteadyAgents.Settings settings(Optional<Duration> limit) {
    return new SteadyAgents.Settings(500, limit, 0.5, 1, "run");
  }

  /** Stops at a wait, and waits no real time. */
  private SteadyAgents.Result run(SteadyAgents.Settings settings, int lastWait)
      throws InterruptedException {
    return new SteadyAgents(settings, limit -> ++waits > lastWait).run(pipeline(null));
  }

  /** Takes note of what is published. */
  private Pipeline pipeline(@Nullable CompletableFuture<OutcomeEvent> outcome) {
    return new Pipeline() {
      @Override
      public Pending publish(ActionIntent intent) {
        if (failures > 0) {
          failures--;
          throw new ActOnceException(ErrorCode.BROKER_UNAVAILABLE, "no broker, on purpose");
        }
        published.add(intent);
        return new Pending(
            intent.requestId(),
            outcome != null
                ? outcome
                : CompletableFuture.completedFuture(
                    FakePipeline.event(intent, intent.requestId(), OutcomeStatus.SUCCEEDED)));
      }

      @Override
      public void close() {}
    };
  }
}
