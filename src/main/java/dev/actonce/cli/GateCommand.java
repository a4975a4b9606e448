package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code actonce gate}: one gate. */
@Command(
    name = "gate",
    description = "Run a gate until it is stopped. Several share the work.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce gate --bootstrap-servers kafka-1:9092,kafka-2:9092"})
final class GateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin
  private final ConnectionOptions connection =
      new ConnectionOptions(
              Setting.CATALOG,
              Setting.GATE_INSTANCE,
              Setting.GATE_STATE_DIR,
              Setting.GATE_THREADS,
              Setting.GATE_STANDBYS,
              Setting.GATE_STATE_MEMORY,
              Setting.OUTCOMES_JSON)
          .and(SettingGroup.METRICS);

  @Mixin private final SkipOptions skips = new SkipOptions();

  @Override
  public Integer call() throws InterruptedException {
    Settings loaded = connection.load();
    Catalog tools = Catalog.load(Path.of(loaded.require(Setting.CATALOG)));
    KafkaConfig kafka = ConnectionOptions.kafka(loaded);
    GateConfig config =
        GateConfig.of(
                kafka,
                loaded.find(Setting.GATE_INSTANCE).orElseGet(ThisProcess::name),
                Path.of(loaded.require(Setting.GATE_STATE_DIR)))
            .withThreads(loaded.number(Setting.GATE_THREADS, 1))
            .withStandbys(loaded.number(Setting.GATE_STANDBYS, 0))
            .withStateMemoryMib(loaded.number(Setting.GATE_STATE_MEMORY, 1))
            .withSkips(skips.points());
    WireFormat wireFormat = WireFormats.of(loaded, Registration.LOOK_UP);
    try (Shutdown shutdown = new Shutdown();
        Metering metering = Metering.start(MetricsOptions.config(loaded), kafka, tools);
        GateNode node = GateNode.start(config, tools, wireFormat, metering)) {
      MetricsOptions.print(spec, metering.url());
      return Service.serve(spec, node, shutdown);
    }
  }
}
