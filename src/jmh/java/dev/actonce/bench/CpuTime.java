package dev.actonce.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Operations per second of processor time, over all threads of the JVM. Unlike operations per
 * second, that leaves out the waits for a processor that does other work; what shares the core or
 * its caches at the same time still slows it.
 */
public final class CpuTime implements InternalProfiler {
  private static final double NANOS_PER_SECOND = 1e9;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long startedAtNanos;

  @Override
  public String getDescription() {
    return "Operations per second of processor time";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    startedAtNanos = system.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double seconds = (system.getProcessCpuTime() - startedAtNanos) / NANOS_PER_SECOND;
    return List.of(
        new ScalarResult(
            "cpu", result.getMetadata().getAllOps() / seconds, "ops/CPU-s", AggregationPolicy.AVG));
  }
}
