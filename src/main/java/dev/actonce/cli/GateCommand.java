package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import dev.actonce.node.GateNode;
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

/** {@code actonce gate}: one gate. */
@Command(
    name = "gate",
    description = "Run a gate until it is stopped. Several share the work.",
    mixinStandardHelpOptions = true)
final class GateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Mixin private final MetricsOptions metrics = new MetricsOptions();

  @Option(names = "--catalog", paramLabel = "FILE", description = "Tools. Default: tools.yaml.")
  private @Nullable Path catalog;

  @Option(
      names = {"--gate-instance", "--instance"},
      paramLabel = "TEXT",
      description = "Name in logs and client ids. Default: host name and process id.")
  private @Nullable String instance;

  @Option(
      names = {"--gate-state-dir", "--state-dir"},
      paramLabel = "DIR",
      description = "Local state stores; lost ones are restored from Kafka. Default: state.")
  private @Nullable Path stateDir;

  @Option(
      names = {"--gate-threads", "--threads"},
      paramLabel = "COUNT",
      description = "Stream threads. Default: 1.")
  private @Nullable Integer threads;

  @Option(
      names = {"--gate-standbys", "--standbys"},
      paramLabel = "COUNT",
      description = "Standby copies of the state on other gates. Default: 0.")
  private @Nullable Integer standbys;

  @Option(
      names = {"--gate-state-memory", "--state-memory"},
      paramLabel = "MIB",
      description = "Memory outside the heap for all its stores, in MiB. Default: 128.")
  private @Nullable Integer stateMemory;

  @Option(
      names = "--outcomes-json",
      paramLabel = "BOOLEAN",
      description = "Tell outcomes in JSON too, on outcomes.json. Default: false.")
  private @Nullable String outcomesJson;

  @Mixin private final SkipOptions skips = new SkipOptions();

  @Override
  public Integer call() throws InterruptedException {
    Map<Setting, String> flags = new EnumMap<>(Setting.class);
    SettingsOptions.put(flags, Setting.CATALOG, catalog);
    SettingsOptions.put(flags, Setting.GATE_INSTANCE, instance);
    SettingsOptions.put(flags, Setting.GATE_STATE_DIR, stateDir);
    SettingsOptions.put(flags, Setting.GATE_THREADS, threads);
    SettingsOptions.put(flags, Setting.GATE_STANDBYS, standbys);
    metrics.putInto(flags);
    SettingsOptions.put(flags, Setting.GATE_STATE_MEMORY, stateMemory);
    SettingsOptions.put(flags, Setting.OUTCOMES_JSON, outcomesJson);
    Settings loaded = connection.load(flags);
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
