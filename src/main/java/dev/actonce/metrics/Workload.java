package dev.actonce.metrics;

import java.util.Map;

/**
 * What an executor is doing.
 *
 * @param tools load of each tool that has live claims, by action
 * @param unclaimed records that were read and wait for capacity before they are claimed
 * @param owned partitions it serves
 * @param paused of these, the ones that are not read because of back-pressure
 * @param held partitions it owns and cannot serve, beside these
 */
public record Workload(
    Map<String, ToolLoad> tools, int unclaimed, int owned, int paused, int held) {
  public Workload {
    tools = Map.copyOf(tools);
  }
}
