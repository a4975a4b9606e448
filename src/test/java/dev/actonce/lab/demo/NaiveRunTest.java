package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over real sockets. */
class NaiveRunTest {
  private static final int ACTIONS = 100;

  @TempDir Path directory = Path.of("set by JUnit");

  @Test
  void chargesOncePerActionWhenNothingGoesWrong() {
    EffectAudit audit = run(new TrafficPlan.Mix(ACTIONS, 0, 1), 0);

    assertThat(audit).isEqualTo(new EffectAudit(ACTIONS, 0, 0));
  }

  @Test
  void chargesAgainWhenAnswersGetLost() {
    EffectAudit audit = run(new TrafficPlan.Mix(ACTIONS, 0, 1), 0.3);

    assertThat(audit.effects()).isGreaterThan(ACTIONS);
    assertThat(audit.escapedDuplicates()).isEqualTo(audit.effects() - ACTIONS);
    assertThat(audit.missingEffects()).isZero();
  }

  @Test
  void chargesAgainForEveryDuplicate() {
    TrafficPlan.Mix mix = new TrafficPlan.Mix(ACTIONS, 0.5, 1);

    assertThat(run(mix, 0).effects()).isEqualTo(TrafficPlan.of(mix, "naive").publishes().size());
  }

  private EffectAudit run(TrafficPlan.Mix mix, double lostResponses) {
    TrafficPlan plan = TrafficPlan.of(mix, "naive");
    Path log = directory.resolve("charges.jsonl");
    try (PaymentProvider provider =
        PaymentProvider.open(ProviderSettings.of(log, mix.seed(), lostResponses))) {
      new NaiveRun(provider.chargesUri(), 4).run(plan, Progress.none());
      return EffectAudit.of(plan.actions(), provider.charges());
    }
  }
}
