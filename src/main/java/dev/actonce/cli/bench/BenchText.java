package dev.actonce.cli.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A report as lines for people.
 *
 * @param report what is shown
 */
record BenchText(BenchReport report) {
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    add(text, report.main().pressure().mode().name().toLowerCase(Locale.ROOT), report.main());
    report.others().forEach((name, phase) -> add(text, name, phase));
    report
        .baseline()
        .ifPresent(
            kafka ->
                line(
                    text,
                    "Kafka alone: %,.0f/s through three bare hops; three transactions %.1f ms"
                        + " median, %.1f ms p99",
                    kafka.chainPerSecond(),
                    kafka.floor().p50Ms(),
                    kafka.floor().p99Ms()));
    report.ratios().forEach((name, ratio) -> line(text, "%s %.2f", name, ratio));
    line(
        text,
        "%,d actions, %,d effects, %,d escaped duplicates, %,d missing; gate's state %,d bytes",
        report.check().actions(),
        report.check().effects().made(),
        report.check().effects().escaped(),
        report.check().missing(),
        report.stateBytes());
    text.append(
        report.isSuccess()
            ? "each action had one effect, and each publish its answer"
            : "FAILED: an action had not exactly one effect, or a publish no proper answer");
    return text.toString();
  }

  private static void add(StringBuilder text, String name, Phase phase) {
    Percentiles e2e = phase.measured().latencies();
    line(
        text,
        "%s: %,.0f/s; latency %.1f ms median, %.1f ms p99, %.1f ms p99.9 (%,d measured)",
        name.replace('_', ' '),
        phase.measured().perSecond(),
        e2e.p50Ms(),
        e2e.p99Ms(),
        e2e.p999Ms(),
        e2e.count());
    for (Map.Entry<StageTimes.Stage, Percentiles> stage :
        new TreeMap<>(phase.stages()).entrySet()) {
      line(
          text,
          "  %-7s %8.1f ms median %8.1f ms p99",
          stage.getKey().name().toLowerCase(Locale.ROOT),
          stage.getValue().p50Ms(),
          stage.getValue().p99Ms());
    }
    line(
        text,
        "  %.2f CPU seconds per 1,000 intents, %,.0f bytes written per intent%s",
        phase.cpuSecondsPer1000(),
        phase.bytesPerIntent(),
        resident(phase));
    Flights.Counts counts = phase.measured().counts();
    if (phase.measured().unsent() > 0 || !phase.isAnswered()) {
      line(
          text,
          "  %,d publishes held back until the end, %,d without an answer, %,d refused",
          phase.measured().unsent(),
          counts.unresolved(),
          counts.refused());
    }
  }

  private static String resident(Phase phase) {
    return phase.cost().residentBytes().stream()
        .mapToObj(bytes -> String.format(Locale.ROOT, ", %,d MiB resident", bytes >> 20))
        .findFirst()
        .orElse("");
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
  }
}
