package dev.actonce.lab.bench;

import java.util.Map;

/** Collects what a load costs while it is measured. Confined to the load's thread. */
final class CostProbe implements Load.Probe {
  private static final double NANOS_PER_SECOND = 1e9;

  private final StageTimes steps;
  private long cpuNanos;
  private Map<StageTimes.Stage, Percentiles> stages = Map.of();

  CostProbe(StageTimes steps) {
    this.steps = steps;
  }

  @Override
  public void begin() {
    steps.begin();
    cpuNanos = -ProcessUse.cpuNanos();
  }

  @Override
  public void end() {
    cpuNanos += ProcessUse.cpuNanos();
    stages = steps.end();
  }

  double cpuSeconds() {
    return cpuNanos / NANOS_PER_SECOND;
  }

  Map<StageTimes.Stage, Percentiles> stages() {
    return stages;
  }
}
