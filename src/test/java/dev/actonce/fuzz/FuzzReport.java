package dev.actonce.fuzz;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a run found out.
 *
 * @param starting until the pipeline was ready
 * @param took from the first record to the last answer
 * @param cpu processor time of all of it: broker, pipeline and who attacks it
 * @param logLines lines at WARN and above, by logger
 * @param heapAtStart bytes in use after a collection, before the first record
 * @param heapAtEnd the same after the last answer
 */
record FuzzReport(
    long seed,
    long count,
    Duration starting,
    Duration took,
    Duration cpu,
    Accounts.Totals totals,
    Map<String, Long> logLines,
    long heapAtStart,
    long heapAtEnd,
    long threadsLost) {
  private static final int MIB = 1024 * 1024;
  private static final int COLLECTIONS = 3;

  static long heapAfterCollection() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Processor time of this process so far. */
  static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /**
   * @param cpuMicros processor time for each record since the last such line
   */
  static String progress(long number, long count, long cpuMicros, Accounts.Totals totals) {
    return String.format(
        Locale.ROOT,
        "fuzz: %,d of %,d at %,d us each, %,d answered, %,d dead letters, %d open, worst good"
            + " intent %d ms, heap %d MiB",
        number,
        count,
        cpuMicros,
        totals.answered(),
        totals.deadLettered(),
        totals.open(),
        totals.goods().worst(),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB);
  }

  Duration worstGood() {
    return Duration.ofMillis(totals.goods().worst());
  }

  double perSecond() {
    return count * 1e9 / took.toNanos();
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    add(lines, "seed", seed);
    add(lines, "records", count);
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-34s %,12.1f s, %,.0f a second; ready after %.1f s",
            "time",
            took.toMillis() / 1e3,
            perSecond(),
            starting.toMillis() / 1e3));
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-34s %,12.1f s, %,.0f us a record",
            "processor",
            cpu.toMillis() / 1e3,
            cpu.toNanos() / 1e3 / count));
    totals.sent().forEach((kind, sent) -> add(lines, "sent " + kind, sent));
    add(lines, "answered", totals.answered());
    add(lines, "dead-lettered", totals.deadLettered());
    add(lines, "refused by the broker", totals.refusedByBroker());
    add(lines, "without an answer", totals.open());
    totals.statuses().forEach((status, told) -> add(lines, "told " + status, told));
    totals.reasons().forEach((reason, told) -> add(lines, "put aside " + reason, told));
    logLines.forEach((logger, written) -> add(lines, "log " + logger, written));
    add(lines, "heap at start, MiB", heapAtStart / MIB);
    add(lines, "heap at end, MiB", heapAtEnd / MIB);
    add(lines, "threads lost", threadsLost);
    add(lines, "good intents served", totals.goods().count());
    add(lines, "good intents, median ms", totals.goods().percentile(50));
    add(lines, "good intents, 99 of 100, ms", totals.goods().percentile(99));
    add(lines, "worst good intent, ms", worstGood().toMillis());
    return String.join(System.lineSeparator(), lines);
  }

  private static void add(List<String> lines, String name, long value) {
    lines.add(
        String.format(
            Locale.ROOT, "  %-34s %,12d", name.substring(0, Math.min(34, name.length())), value));
  }
}
