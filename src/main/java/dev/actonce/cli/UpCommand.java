package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.Setting;
import dev.actonce.config.Settings;
import dev.actonce.config.SkipPoint;
import dev.actonce.core.VisibleText;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.wire.RegistrySettings.Registration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce up}: the embedded pipeline. */
@Command(
    name = "up",
    description = "Run broker, gate and executor in one process until it is stopped.",
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final SettingsOptions settings = new SettingsOptions();
  @Mixin private final MetricsOptions metrics = new MetricsOptions();

  @Mixin private final WireOptions wire = new WireOptions();

  @Mixin private final SkipOptions skips = new SkipOptions();

  @Option(names = "--catalog", paramLabel = "FILE", description = "Tools. Default: tools.yaml.")
  private @Nullable Path catalog;

  @Option(
      names = "--contracts-dir",
      paramLabel = "DIR",
      description = "Records of passed contracts. Default: contracts, beside the catalog.")
  private @Nullable Path contractsDir;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Where data survives a restart. Default: temporary, deleted at the end.")
  private @Nullable Path dataDir;

  @Option(
      names = {"--embedded-port", "--port"},
      paramLabel = "PORT",
      description = "Client port of the broker; 0 for any free one. Default: 9092.")
  private @Nullable Integer port;

  @Option(
      names = "--partitions",
      paramLabel = "COUNT",
      description = "Partitions of every topic, fixed at the first start. Default: 6.")
  private @Nullable Integer partitions;

  @Option(
      names = "--executor-max-in-flight",
      paramLabel = "COUNT",
      description = "Calls at once. Default: 64.")
  private @Nullable Integer maxInFlight;

  @Option(
      names = "--outcomes-json",
      paramLabel = "BOOLEAN",
      description = "Tell outcomes in JSON too, on outcomes.json. Default: false.")
  private @Nullable String outcomesJson;

  @Override
  public Integer call() throws InterruptedException {
    Map<Setting, String> flags = new EnumMap<>(Setting.class);
    SettingsOptions.put(flags, Setting.CATALOG, catalog);
    SettingsOptions.put(flags, Setting.CONTRACTS_DIR, contractsDir);
    SettingsOptions.put(flags, Setting.DATA_DIR, dataDir);
    SettingsOptions.put(flags, Setting.EMBEDDED_PORT, port);
    SettingsOptions.put(flags, Setting.PARTITIONS, partitions);
    SettingsOptions.put(flags, Setting.EXECUTOR_MAX_IN_FLIGHT, maxInFlight);
    metrics.putInto(flags);
    SettingsOptions.put(flags, Setting.OUTCOMES_JSON, outcomesJson);
    wire.addTo(flags);
    Settings loaded = settings.load(flags);
    Catalog tools = Catalog.load(Path.of(loaded.require(Setting.CATALOG)));
    PrintWriter out = spec.commandLine().getOut();
    try (Shutdown shutdown = new Shutdown();
        EmbeddedPipeline pipeline = start(loaded, tools, skips.points())) {
      out.println("ready: bootstrap-servers " + pipeline.bootstrapServers());
      out.println("tools: " + VisibleText.of(String.join(", ", tools.actions())));
      MetricsOptions.print(spec, pipeline.metricsUrl());
      out.println("stop with Ctrl-C");
      return Service.serve(spec, pipeline::failure, shutdown);
    }
  }

  private static EmbeddedPipeline start(Settings settings, Catalog tools, List<SkipPoint> skips) {
    EmbeddedPipeline.Options options =
        new EmbeddedPipeline.Options(
            settings.require(Setting.TOPIC_PREFIX),
            settings.number(Setting.PARTITIONS, 1),
            settings.number(Setting.EXECUTOR_MAX_IN_FLIGHT, 1),
            SettingsOptions.outcomeForms(settings),
            WireFormats.of(settings, Registration.REGISTER),
            MetricsOptions.config(settings),
            SettingsOptions.contracts(settings),
            skips);
    int port = settings.number(Setting.EMBEDDED_PORT, 0);
    return settings
        .find(Setting.DATA_DIR)
        .map(dir -> EmbeddedPipeline.start(Path.of(dir), port, tools, Map.of(), options))
        .orElseGet(() -> EmbeddedPipeline.startTemporary(port, tools, Map.of(), options));
  }
}
