package dev.actonce.cli;

import dev.actonce.config.MetricsConfig;
import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where a process shows its metrics; every command that runs a part mixes this in. */
final class MetricsOptions {
  /** Starts the line that says where the metrics are. */
  static final String SAID = "metrics: ";

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description = "Serve /metrics and /health; 0 for any free port. Default: off.")
  private @Nullable Integer port;

  @Option(
      names = "--metrics-host",
      paramLabel = "HOST",
      description = "Interface of the metrics port. Default: 127.0.0.1.")
  private @Nullable String host;

  @Option(
      names = "--metrics-tenants",
      paramLabel = "TEXT,...",
      description = "Tenants with a label of their own, at most 20. Default: none.")
  private @Nullable String tenants;

  @Option(
      names = "--otlp-url",
      paramLabel = "URL",
      description = "Push metrics to this OTLP/HTTP receiver as well. Default: none.")
  private @Nullable String otlpUrl;

  void putInto(Map<Setting, String> flags) {
    SettingsOptions.put(flags, Setting.METRICS_PORT, port);
    SettingsOptions.put(flags, Setting.METRICS_HOST, host);
    SettingsOptions.put(flags, Setting.METRICS_TENANTS, tenants);
    SettingsOptions.put(flags, Setting.OTLP_URL, otlpUrl);
  }

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
