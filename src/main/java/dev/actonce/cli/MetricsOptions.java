package dev.actonce.cli;

import dev.actonce.config.MetricsConfig;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Where a process shows its metrics. */
final class MetricsOptions {
  /** Starts the line that says where the metrics are. */
  static final String SAID = "metrics: ";

  private MetricsOptions() {}

  /** Empty when no port is given: metrics are off. */
  static Optional<MetricsConfig> config(Settings settings) {
    if (settings.find(Setting.METRICS_PORT).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new MetricsConfig(
            settings.require(Setting.METRICS_HOST),
            settings.number(Setting.METRICS_PORT, 0),
            settings.find(Setting.METRICS_TENANTS).map(MetricsOptions::split).orElse(Set.of()),
            settings.find(Setting.OTLP_URL)));
  }

  /** Says where the metrics are, if they are on. */
  static void print(CommandSpec spec, Optional<String> url) {
    url.ifPresent(at -> spec.commandLine().getOut().println(SAID + at));
  }

  private static Set<String> split(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }
}
