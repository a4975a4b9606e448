package dev.actonce.lab.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.outcome.OutcomeStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * What the demo found: with ActOnce, without it, and whether every promise was kept.
 *
 * @param settings what was run
 * @param published publishes under load
 * @param agents what they were told, and how fast
 * @param actOnce what happened at the provider behind ActOnce
 * @param naive what happened at the provider that was called directly
 * @param took how long the load phase took
 */
public record DemoReport(
    DemoSettings settings,
    int published,
    AgentView agents,
    ProviderView actOnce,
    ProviderView naive,
    Duration took) {

  /**
   * The agents' side.
   *
   * @param answers what the publishes under load were told
   * @param load from publish to final outcome, under load
   * @param warmAnswers what those of the warm phase were told
   * @param warm from publish to final outcome, one at a time, with no answers lost
   */
  record AgentView(
      PhaseTally.Answers answers,
      PhaseTally.Latency load,
      PhaseTally.Answers warmAnswers,
      PhaseTally.Latency warm) {}

  /**
   * A provider's side, without the warm phase.
   *
   * @param stats what it saw
   * @param audit its charges against what was wanted
   */
  record ProviderView(PaymentProvider.Stats stats, EffectAudit audit) {}

  /** Publishes of both phases without a final outcome. */
  public int unresolved() {
    return agents.answers().unresolved() + agents.warmAnswers().unresolved();
  }

  /** Whether each action was charged exactly once and every publish has its final outcome. */
  public boolean isSuccess() {
    return actOnce.audit().isExact() && unresolved() == 0;
  }

  /** Exactly one JSON object, indented, without a newline at its end. */
  public String toJson() {
    PhaseTally.Answers answers = agents.answers();
    ObjectNode json = DemoJson.object();
    json.put("intents", settings.mix().intents());
    json.put("published", published);
    json.put("effects", actOnce.audit().effects());
    json.put("escaped_duplicates", actOnce.audit().escapedDuplicates());
    json.put("missing_effects", actOnce.audit().missingEffects());
    json.put("unresolved", unresolved());
    json.put("naive_effects", naive.audit().effects());
    json.put("admitted", answers.admitted());
    json.put("blocked", answers.blocked());
    json.put("dar", decimal(answers.dar(), 4));
    json.put("e2e_p50_ms", decimal(agents.load().p50Ms(), 3));
    json.put("e2e_p99_ms", decimal(agents.load().p99Ms(), 3));
    json.put("warm_intents", settings.warmIntents());
    json.put("warm_p50_ms", decimal(agents.warm().p50Ms(), 3));
    json.put("warm_p99_ms", decimal(agents.warm().p99Ms(), 3));
    json.put("seconds", decimal(took.toNanos() / 1e9, 3));
    json.put("seed", settings.mix().seed());
    json.put("lost_responses", actOnce.stats().lostResponses());
    json.put("provider_requests", actOnce.stats().requests());
    json.put("naive_requests", naive.stats().requests());
    json.put("success", isSuccess());
    ObjectNode outcomes = json.putObject("outcomes");
    for (OutcomeStatus status : OutcomeStatus.values()) {
      outcomes.put(status.name(), answers.outcomes().getOrDefault(status, 0));
    }
    return DemoJson.writeIndented(json);
  }

  /** A table for people, with a newline at its end. */
  public String toTable() {
    return ReportTable.of(this);
  }

  private static BigDecimal decimal(double value, int decimals) {
    return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
  }
}
