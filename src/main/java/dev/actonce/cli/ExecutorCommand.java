package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.Metering;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code actonce executor}: one executor. */
@Command(
    name = "executor",
    description = "Run an executor until it is stopped. Several share the work.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce executor --bootstrap-servers kafka-1:9092,kafka-2:9092"})
final class ExecutorCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin
  private final ConnectionOptions connection =
      new ConnectionOptions(
              Setting.CATALOG,
              Setting.CONTRACTS_DIR,
              Setting.EXECUTOR_INSTANCE,
              Setting.EXECUTOR_MAX_IN_FLIGHT,
              Setting.EXECUTOR_SESSION_TIMEOUT,
              Setting.EXECUTOR_DRAIN_TIMEOUT)
          .and(SettingGroup.METRICS);

  @Override
  public Integer call() throws InterruptedException {
    Settings loaded = connection.load();
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
