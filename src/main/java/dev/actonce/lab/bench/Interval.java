package dev.actonce.lab.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Figures of a part of a measured stretch.
 *
 * @param toSeconds its end, from the beginning of the stretch
 * @param seconds its length
 * @param landed final answers in it
 * @param latencies of the publishes that were answered in it
 * @param use what the process took of the machine
 */
record Interval(
    double toSeconds, double seconds, long landed, Percentiles latencies, ProcessUse.Sample use) {

  private double perSecond() {
    return Figures.ratio((double) landed, seconds);
  }

  private double cpuSecondsPer1000() {
    return Figures.ratio(use.cpuSeconds() * 1_000, (double) landed);
  }

  void putInto(ObjectNode json) {
    json.put("to_s", Figures.rounded(toSeconds));
    json.put("throughput_per_s", Figures.rounded(perSecond()));
    latencies.putInto(json, "e2e_");
    json.put("cpu_seconds_per_1000_intents", Figures.rounded(cpuSecondsPer1000()));
    use.residentBytes().ifPresent(bytes -> json.put("resident_bytes", bytes));
    json.put("heap_bytes", use.heapBytes());
  }

  /** A line for people. */
  String toText() {
    return String.format(
        Locale.ROOT,
        "%,.0f s: %,.0f/s; latency %.1f ms median, %.1f ms p99; %.2f CPU seconds per 1,000; %s"
            + " resident, %s heap",
        toSeconds,
        perSecond(),
        latencies.p50Ms(),
        latencies.p99Ms(),
        cpuSecondsPer1000(),
        mib(use.residentBytes()),
        mib(OptionalLong.of(use.heapBytes())));
  }

  private static String mib(OptionalLong bytes) {
    return bytes.isPresent() ? String.format(Locale.ROOT, "%,d MiB", bytes.getAsLong() >> 20) : "?";
  }
}
