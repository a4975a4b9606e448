package dev.actonce.lab.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Percentiles of measured times, in milliseconds; 0 when nothing was measured.
 *
 * @param count measured times
 */
record Percentiles(long count, double p50Ms, double p99Ms, double p999Ms) {
  /** Adds them to an object, each name with this in front. */
  void putInto(ObjectNode json, String prefix) {
    json.put(prefix + "p50_ms", Figures.rounded(p50Ms));
    json.put(prefix + "p99_ms", Figures.rounded(p99Ms));
    json.put(prefix + "p999_ms", Figures.rounded(p999Ms));
  }
}
