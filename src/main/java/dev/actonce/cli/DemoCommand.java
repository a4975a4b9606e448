package dev.actonce.cli;

import dev.actonce.config.MetricsConfig;
import dev.actonce.lab.demo.Demo;
import dev.actonce.lab.demo.DemoReport;
import dev.actonce.lab.demo.DemoSettings;
import dev.actonce.lab.demo.EmbeddedDemo;
import dev.actonce.lab.demo.ProcessPipeline;
import dev.actonce.lab.demo.Progress;
import dev.actonce.lab.demo.TrafficPlan;
import dev.actonce.wire.RegistrySettings.Registration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce demo}: the pipeline against a lossy provider, beside naive agents. */
@Command(
    name = "demo",
    description = {
      "Let retrying agents pay through ActOnce at a provider that loses answers, and send the same"
          + " traffic without ActOnce to a second one.",
      "Starts everything itself, unless --bootstrap-servers names a broker: then gate and executor"
          + " run as processes of their own on that broker."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce demo --intents 200 --json"},
    subcommands = {DemoProviderCommand.class, DemoAgentsCommand.class, DemoPageCommand.class},
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:charges equal distinct intents, and every publish has its outcome",
      "1:they do not"
    })
final class DemoCommand implements Callable<Integer> {
  private static final String OLD_NAME = "The former name of --one-at-a-time.";

  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin
  private final ConnectionOptions connection = new ConnectionOptions().and(SettingGroup.METRICS);

  @Option(
      names = "--intents",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Distinct actions. Default: ${DEFAULT-VALUE}.")
  private int intents;

  @Option(
      names = "--lost-responses",
      paramLabel = "RATE",
      defaultValue = "0.2",
      description = "Share of answers lost after the charge, 0 to 1. Default: ${DEFAULT-VALUE}.")
  private double lostResponses;

  @Option(
      names = "--duplicates",
      paramLabel = "RATE",
      defaultValue = "0.5",
      description = "Share of actions that agents repeat, 0 to 1. Default: ${DEFAULT-VALUE}.")
  private double duplicates;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Makes traffic and losses repeatable. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--one-at-a-time",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Actions published one at a time, to measure latency; 0 skips it. Default:"
              + " ${DEFAULT-VALUE}.")
  private int oneAtATime;

  @Option(names = "--warm-intents", paramLabel = "N", hidden = true, description = OLD_NAME)
  private @Nullable Integer warmIntents;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where the providers' charge logs go. Default: temporary, deleted.")
  private @Nullable Path directory;

  @Option(names = "--json", description = "Print exactly one JSON object.")
  private boolean json;

  @Option(names = "--quiet", description = "No progress line.")
  private boolean quiet;

  @Override
  public Integer call() {
    Settings settings = connection.load();
    Progress progress = quiet ? Progress.none() : Progress.onStandardError();
    Shutdown shutdown = Shutdown.interrupting(Thread.currentThread());
    try (Workspace workspace = Workspace.of("demo", directory)) {
      String run = UUID.randomUUID().toString().substring(0, 8);
      boolean external = settings.find(Setting.BOOTSTRAP_SERVERS).isPresent();
      DemoSettings demo =
          new DemoSettings(
              new TrafficPlan.Mix(intents, duplicates, seed),
              lostResponses,
              DemoSettings.Agents.DEFAULT,
              warmIntents == null ? oneAtATime : warmIntents,
              external ? "demo-" + run : "demo",
              workspace.directory());
      DemoReport report = new Demo(demo, progress).run(starter(settings, workspace, run));
      PrintWriter out = spec.commandLine().getOut();
      out.println(json ? report.toJson() : report.toTable());
      out.flush();
      if (!report.isSuccess()) {
        workspace.keep();
        spec.commandLine().getErr().println("actonce: logs are in " + workspace.directory());
      }
      return report.isSuccess() ? 0 : 1;
    } finally {
      shutdown.close();
    }
  }

  /** Standard output is for the report, so where the metrics are goes to standard error. */
  private Demo.Starter starter(Settings settings, Workspace workspace, String run) {
    Optional<MetricsConfig> shown = MetricsOptions.config(settings);
    Consumer<String> said = line -> spec.commandLine().getErr().println("actonce: " + line);
    if (settings.find(Setting.BOOTSTRAP_SERVERS).isEmpty()) {
      return new EmbeddedDemo(shown, MetricsOptions.SAID, said);
    }
    return new ProcessPipeline.Starter(
        ConnectionOptions.kafka(settings),
        WireFormats.of(settings, Registration.REGISTER),
        workspace.directory(),
        run,
        new ProcessPipeline.Said(
            Main.class,
            MetricsOptions.SAID,
            WireFormats.flags(settings, Registration.REGISTER),
            shown.isPresent(),
            said));
  }
}
