package dev.actonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.RuleFiles;
import java.util.Set;
import java.util.TreeSet;

/** Every name that a query may use. */
final class KnownMetrics {
  /** Of the file that {@code ops/actonce audit --metrics-file} writes. */
  private static final Set<String> AUDIT = Set.of("actonce_audit_escaped_duplicates");

  private static final Set<String> NAMES = names();

  private KnownMetrics() {}

  private static Set<String> names() {
    Set<String> names = new TreeSet<>(AUDIT);
    names.addAll(RuleFiles.recorded());
    for (Metric metric : Metric.values()) {
      String name = metric.exposedName();
      if (metric.type().isHistogram()) {
        names.addAll(Set.of(name + "_bucket", name + "_count", name + "_sum", name + "_max"));
      } else {
        names.add(name);
      }
    }
    return names;
  }

  /** Fails if a query names one of ours that is not there. */
  static void assertKnown(String query) {
    assertThat(NAMES).as(query).containsAll(RuleFiles.metricsOf(query));
  }

  static Set<String> all() {
    return NAMES;
  }
}
