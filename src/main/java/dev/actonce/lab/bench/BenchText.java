package dev.actonce.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * A report as lines for people.
 *
 * @param report what is shown
 */
record BenchText(BenchReport report) {
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    add(lines, report.main().pressure().mode().name().toLowerCase(Locale.ROOT), report.main());
    report.others().forEach((name, phase) -> add(lines, name, phase));
    report.baseline().ifPresent(kafka -> lines.add(line(kafka)));
    report
        .ratios()
        .forEach((name, ratio) -> lines.add(String.format(Locale.ROOT, "%s %.2f", name, ratio)));
    lines.add(line(report.check()));
    lines.add(
        report.isSuccess()
            ? "each action had one effect, and each publish its answer"
            : "FAILED: an action had not exactly one effect, or a publish no proper answer");
    return String.join(System.lineSeparator(), lines);
  }

  private static String line(BenchReport.Baseline kafka) {
    return String.format(
        Locale.ROOT,
        "Kafka alone: %,.0f/s through three bare hops; three transactions %.1f ms median, %.1f ms"
            + " p99",
        kafka.chainPerSecond(),
        kafka.floor().p50Ms(),
        kafka.floor().p99Ms());
  }

  private String line(BenchReport.Check check) {
    return String.format(
        Locale.ROOT,
        "%,d actions, %,d effects, %,d escaped duplicates, %,d missing; gate's state %,d bytes",
        check.actions(),
        check.effects().made(),
        check.effects().escaped(),
        check.missing(),
        report.stateBytes());
  }

  private static void add(List<String> lines, String name, Phase phase) {
    Percentiles e2e = phase.measured().latencies();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %,.0f/s; latency %.1f ms median, %.1f ms p99, %.1f ms p99.9 (%,d measured)",
            name.replace('_', ' '),
            phase.measured().perSecond(),
            e2e.p50Ms(),
            e2e.p99Ms(),
            e2e.p999Ms(),
            e2e.count()));
    new TreeMap<>(phase.stages())
        .forEach(
            (stage, times) ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "  %-7s %8.1f ms median %8.1f ms p99",
                        stage.name().toLowerCase(Locale.ROOT),
                        times.p50Ms(),
                        times.p99Ms())));
    lines.add(
        String.format(
            Locale.ROOT,
            "  %.2f CPU seconds per 1,000 intents, %,.0f bytes written per intent%s",
            phase.cpuSecondsPer1000(),
            phase.bytesPerIntent(),
            resident(phase)));
    phase.measured().parts().forEach(part -> lines.add("  to " + part.toText()));
    Flights.Counts counts = phase.measured().counts();
    if (phase.measured().unsent() > 0 || !phase.isAnswered()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %,d publishes held back until the end, %,d without an answer, %,d refused",
              phase.measured().unsent(),
              counts.unresolved(),
              counts.refused()));
    }
  }

  private static String resident(Phase phase) {
    return phase.cost().residentBytes().stream()
        .mapToObj(bytes -> String.format(Locale.ROOT, ", %,d MiB resident", bytes >> 20))
        .findFirst()
        .orElse("");
  }
}
