package dev.actonce.lab.demo;

import dev.actonce.core.outcome.OutcomeStatus;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lays a report out for people. */
final class ReportTable {
  private static final String ROW = "  %-32s %16s %16s%n";

  private final DemoReport report;
  private final StringBuilder text = new StringBuilder();

  private ReportTable(DemoReport report) {
    this.report = report;
  }

  static String of(DemoReport report) {
    return new ReportTable(report).write();
  }

  private String write() {
    DemoSettings settings = report.settings();
    add(
        "%n  %,d intents in %,d publishes by %d agents, %.0f%% of the answers lost, seed %d%n%n",
        settings.mix().intents(),
        report.published(),
        settings.agents().count(),
        settings.lostResponses() * 100,
        settings.mix().seed());
    comparison();
    answers();
    latencies();
    add("%n  %s%n", verdict());
    return text.toString();
  }

  private void comparison() {
    DemoReport.ProviderView naive = report.naive();
    DemoReport.ProviderView actOnce = report.actOnce();
    add(ROW, "", "naive agent", "ActOnce");
    row("requests the provider got", naive.stats().requests(), actOnce.stats().requests());
    row(
        "answers lost after the charge",
        naive.stats().lostResponses(),
        actOnce.stats().lostResponses());
    row("charges wanted", report.settings().mix().intents(), report.settings().mix().intents());
    row("charges made", naive.audit().effects(), actOnce.audit().effects());
    row("  charged again", naive.audit().escapedDuplicates(), actOnce.audit().escapedDuplicates());
    row("  never charged", naive.audit().missingEffects(), actOnce.audit().missingEffects());
  }

  private void answers() {
    PhaseTally.Answers answers = report.agents().answers();
    String outcomes =
        Stream.of(OutcomeStatus.values())
            .filter(status -> answers.outcomes().containsKey(status))
            .map(status -> number(answers.outcomes().getOrDefault(status, 0)) + " " + status)
            .collect(Collectors.joining(", "));
    add("%n  %-14s %s%n", "outcomes", outcomes.isEmpty() ? "none" : outcomes);
    add("  %-14s %,d publishes without a final outcome%n", "unresolved", report.unresolved());
    add(
        "  %-14s %.2f%%: %,d of %,d publishes were duplicates and were blocked%n",
        "DAR", answers.dar() * 100, answers.blocked(), answers.admitted() + answers.blocked());
  }

  private void latencies() {
    double seconds = report.took().toNanos() / 1e9;
    latency("under load", report.agents().load());
    if (report.settings().warmIntents() > 0) {
      latency("one at a time", report.agents().warm());
    }
    add(
        "  %-14s %.1f s, %,.0f publishes/s%n",
        "took", seconds, seconds > 0 ? report.published() / seconds : 0);
  }

  private void latency(String name, PhaseTally.Latency latency) {
    add(
        "  %-14s p50 %.1f ms, p99 %.1f ms from publish to final outcome%n",
        name, latency.p50Ms(), latency.p99Ms());
  }

  private String verdict() {
    int naiveAgain = report.naive().audit().escapedDuplicates();
    EffectAudit audit = report.actOnce().audit();
    if (report.isSuccess()) {
      return String.format(
          Locale.ROOT,
          "OK: every action was charged exactly once. Without ActOnce: %,d charges too many.",
          naiveAgain);
    }
    return String.format(
        Locale.ROOT,
        "FAILED: %,d charges too many, %,d missing, %,d publishes without an outcome. Run again"
            + " with --seed %d to repeat the traffic.",
        audit.escapedDuplicates(),
        audit.missingEffects(),
        report.unresolved(),
        report.settings().mix().seed());
  }

  private void row(String name, long naive, long actOnce) {
    add(ROW, name, number(naive), number(actOnce));
  }

  private void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
