package dev.actonce.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this process takes of its machine. */
final class ProcessUse {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final long KIB = 1024;

  private static final double NANOS_PER_SECOND = 1e9;

  private ProcessUse() {}

  /**
   * What the process takes at a moment.
   *
   * @param cpuSeconds processor time
   * @param residentBytes memory; empty on a system without {@code /proc}
   * @param heapBytes what was in use after the last collection of each pool of the heap
   */
  record Sample(double cpuSeconds, OptionalLong residentBytes, long heapBytes) {
    /** The same, with the processor time since another moment. */
    Sample since(double earlierCpuSeconds) {
      return new Sample(cpuSeconds - earlierCpuSeconds, residentBytes, heapBytes);
    }
  }

  static Sample sample() {
    return new Sample(cpuNanos() / NANOS_PER_SECOND, residentBytes(), heapBytes());
  }

  private static long heapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(Objects::nonNull)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  /** Processor time of all its threads since it started, in nanoseconds. */
  static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Resident memory in bytes; empty on a system without {@code /proc}. */
  static OptionalLong residentBytes() {
    try {
      return residentBytes(Files.readAllLines(STATUS));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  static OptionalLong residentBytes(List<String> status) {
    return status.stream()
        .map(RESIDENT::matcher)
        .filter(Matcher::matches)
        .mapToLong(line -> Long.parseLong(line.group(1)) * KIB)
        .findFirst();
  }
}
