package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.SkipPoint;
import dev.actonce.core.VisibleText;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.wire.RegistrySettings.Registration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code actonce up}: the embedded pipeline. */
@Command(
    name = "up",
    description = "Run broker, gate and executor in one process until it is stopped.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce up --catalog tools.yaml --data-dir data"})
final class UpCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin
  private final SettingsOptions settings =
      new SettingsOptions(
              Setting.CATALOG,
              Setting.CONTRACTS_DIR,
              Setting.DATA_DIR,
              Setting.EMBEDDED_PORT,
              Setting.PARTITIONS,
              Setting.EXECUTOR_MAX_IN_FLIGHT,
              Setting.OUTCOMES_JSON)
          .and(SettingGroup.REGISTRY)
          .and(SettingGroup.METRICS);

  @Mixin private final SkipOptions skips = new SkipOptions();

  @Override
  public Integer call() throws InterruptedException {
    Settings loaded = settings.load();
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
