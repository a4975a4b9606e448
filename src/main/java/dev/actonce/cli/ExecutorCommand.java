package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.Doctor;
import dev.actonce.kafka.Finding;
import dev.actonce.node.Metering;
import dev.actonce.tool.Handlers;
import dev.actonce.wire.Codecs;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorCommand.class);

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
    try (Shutdown shutdown = new Shutdown();
        Metering metering = Metering.start(MetricsOptions.config(loaded), kafka, tools);
        Handlers handlers = Handlers.of(tools, Map.of()); // Refuses a JVM that would repeat calls.
        Codecs codecs = WireFormats.open(loaded, kafka)) {
      requireFit(kafka, tools);
      try (ExecutorApp executor =
          ExecutorApp.start(
              config,
              EmbeddedPipeline.tools(tools, handlers),
              codecs,
              metering.executorListener())) {
        metering.watch(executor);
        MetricsOptions.print(spec, metering.url());
        return Service.serve(spec, "executor", executor, shutdown);
      }
    }
  }

  private static void requireFit(KafkaConfig kafka, Catalog tools) {
    try (Doctor doctor = Doctor.open(new ClientSettings(kafka))) {
      Finding.lines(doctor.requireFit(tools.tools().stream().map(Tool::policy).toList()))
          .forEach(warning -> LOG.warn("{}", warning));
    }
  }
}
