package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.core.outcome.OutcomeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final EffectAudit EXACT = new EffectAudit(1_000, 0, 0);

  @Test
  void readsLikeThis() {
    assertThat(report(EXACT, 0).toTable())
        .isEqualToNormalizingNewlines(
            """

              1,000 intents in 1,400 publishes by 8 agents, 5% of the answers lost, seed 42

                                                    naive agent          ActOnce
              requests the provider got                   1,474            1,052
              answers lost after the charge                  74               52
              charges wanted                              1,000            1,000
              charges made                                1,474            1,000
                charged again                               474                0
                never charged                                 0                0

              outcomes       1,000 SUCCEEDED, 400 ALREADY_DONE
              unresolved     0 publishes without a final outcome
              DAR            28.57%: 400 of 1,400 publishes were duplicates and were blocked
              under load     p50 12.3 ms, p99 98.8 ms from publish to final outcome
              one at a time  p50 5.1 ms, p99 9.4 ms from publish to final outcome
              took           2.5 s, 560 publishes/s

              OK: every action was charged exactly once. Without ActOnce: 474 charges too many.
            """);
  }

  @Test
  void isOneJsonObjectWithEveryNumber() throws Exception {
    ObjectMapper strict = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    JsonNode json = strict.readTree(report(EXACT, 0).toJson());

    JsonNode expected =
        strict.readTree(
            """
            {"intents":1000,"published":1400,"effects":1000,"escaped_duplicates":0,
             "missing_effects":0,"unresolved":0,"naive_effects":1474,"admitted":1000,
             "blocked":400,"dar":0.2857,"e2e_p50_ms":12.345,"e2e_p99_ms":98.765,
             "warm_intents":200,"warm_p50_ms":5.1,"warm_p99_ms":9.4,"seconds":2.5,"seed":42,
             "lost_responses":52,"provider_requests":1052,"naive_requests":1474,"success":true,
             "outcomes":{"SUCCEEDED":1000,"FAILED":0,"UNKNOWN":0,"ALREADY_DONE":400,
               "IN_PROGRESS":0,"CONFLICT":0,"REJECTED":0}}
            """);
    assertThat(strict.readTree(json.toString()).toPrettyString())
        .isEqualTo(expected.toPrettyString());
  }

  @Test
  void writesMillisecondsWithDecimals() {
    assertThat(report(EXACT, 0).toJson()).contains("\"warm_p50_ms\" : 5.100");
  }

  @Test
  void succeedsOnlyIfEffectsAreExactAndEveryPublishIsAnswered() {
    assertThat(report(EXACT, 0).isSuccess()).isTrue();
    assertThat(report(EXACT, 1).isSuccess()).isFalse();
    assertThat(report(new EffectAudit(1_001, 1, 0), 0).isSuccess()).isFalse();
    assertThat(report(new EffectAudit(999, 0, 1), 0).isSuccess()).isFalse();
  }

  @Test
  void saysWhatWentWrong() {
    assertThat(report(new EffectAudit(1_000, 1, 1), 2).toTable())
        .contains(
            "FAILED: 1 charges too many, 1 missing, 2 publishes without an outcome. Run again with"
                + " --seed 42 to repeat the traffic.");
  }

  private static DemoReport report(EffectAudit audit, int unresolved) {
    DemoSettings settings =
        new DemoSettings(
            new TrafficPlan.Mix(1_000, 0.3, 42),
            0.05,
            DemoSettings.Agents.DEFAULT,
            200,
            "demo",
            Path.of("demo"));
    PhaseTally.Answers answers =
        new PhaseTally.Answers(
            Map.of(OutcomeStatus.SUCCEEDED, 1_000, OutcomeStatus.ALREADY_DONE, 400),
            unresolved,
            1_000,
            400);
    PhaseTally.Answers warmAnswers =
        new PhaseTally.Answers(Map.of(OutcomeStatus.SUCCEEDED, 200), 0, 200, 0);
    return new DemoReport(
        settings,
        1_400,
        new DemoReport.AgentView(
            answers,
            new PhaseTally.Latency(12.345, 98.765),
            warmAnswers,
            new PhaseTally.Latency(5.1, 9.4)),
        new DemoReport.ProviderView(new PaymentProvider.Stats(1_052, 1_000, 52, 52), audit),
        new DemoReport.ProviderView(
            new PaymentProvider.Stats(1_474, 1_474, 0, 74), new EffectAudit(1_474, 474, 0)),
        Duration.ofMillis(2_500));
  }
}
