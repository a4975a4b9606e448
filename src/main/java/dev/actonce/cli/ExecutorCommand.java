package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.Metering;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce executor}: one executor. */
@Command(
    name = "executor",
    description = "Run an executor until it is stopped. Several share the work.",
    mixinStandardHelpOptions = true)
final class ExecutorCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Mixin private final MetricsOptions metrics = new MetricsOptions();

  @Option(names = "--catalog", paramLabel = "FILE", description = "Tools. Default: tools.yaml.")
  private @Nullable Path catalog;

  @Option(
      names = "--contracts-dir",
      paramLabel = "DIR",
      description = "Records of passed contracts. Default: contracts, beside the catalog.")
  private @Nullable Path contractsDir;

  @Option(
      names = {"--executor-instance", "--instance"},
      paramLabel = "TEXT",
      description =
          "Unique name, best the same after a restart. Default: host name and process id.")
  private @Nullable String instance;

  @Option(
      names = {"--executor-max-in-flight", "--max-in-flight"},
      paramLabel = "COUNT",
      description = "Calls at once. Default: 64.")
  private @Nullable Integer maxInFlight;

  @Option(
      names = {"--executor-session-timeout", "--session-timeout"},
      paramLabel = "DURATION",
      description = "Silence after which the partitions go to another. Default: 10s.")
  private @Nullable String sessionTimeout;

  @Option(
      names = {"--executor-drain-timeout", "--drain-timeout"},
      paramLabel = "DURATION",
      description = "How long a shutdown waits for running calls. Default: 10s.")
  private @Nullable String drainTimeout;

  @Override
  public Integer call() throws InterruptedException {
    Map<Setting, String> flags = new EnumMap<>(Setting.class);
    SettingsOptions.put(flags, Setting.CATALOG, catalog);
    SettingsOptions.put(flags, Setting.CONTRACTS_DIR, contractsDir);
    SettingsOptions.put(flags, Setting.EXECUTOR_INSTANCE, instance);
    SettingsOptions.put(flags, Setting.EXECUTOR_MAX_IN_FLIGHT, maxInFlight);
    SettingsOptions.put(flags, Setting.EXECUTOR_SESSION_TIMEOUT, sessionTimeout);
    SettingsOptions.put(flags, Setting.EXECUTOR_DRAIN_TIMEOUT, drainTimeout);
    metrics.putInto(flags);
    Settings loaded = connection.load(flags);
    Catalog tools = Catalog.load(Path.of(loaded.require(Setting.CATALOG)));
    SettingsOptions.contracts(loaded).require(tools);
    KafkaConfig kafka = ConnectionOptions.kafka(loaded);
    ExecutorConfig config =
        new ExecutorConfig(
            kafka,
            loaded.find(Setting.EXECUTOR_INSTANCE).orElseGet(ThisProcess::name),
            loaded.number(Setting.EXECUTOR_MAX_IN_FLIGHT, 1),
            loaded.duration(Setting.EXECUTOR_DRAIN_TIMEOUT));
    WireFormat wireFormat = WireFormats.of(loaded, Registration.LOOK_UP);
    try (Shutdown shutdown = new Shutdown();
        Metering metering = Metering.start(MetricsOptions.config(loaded), kafka, tools);
        ExecutorNode node = ExecutorNode.start(config, tools, Map.of(), wireFormat, metering)) {
      MetricsOptions.print(spec, metering.url());
      return Service.serve(spec, node, shutdown);
    }
  }
}
