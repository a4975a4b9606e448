package dev.actonce.cli;

import dev.actonce.lab.chaos.ChaosReport;
import dev.actonce.lab.chaos.ChaosRun;
import dev.actonce.lab.chaos.ChaosSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce chaos}: kills the parts of a whole pipeline, and counts the effects. */
@Command(
    name = "chaos",
    description = {
      "Start three brokers, two gates and three executors, let agents of all safety classes act"
          + " through them, kill, freeze and disconnect these processes, and compare every"
          + " effect with every outcome.",
      "Needs about 4 GiB of memory, and a system with SIGSTOP (Linux, macOS)."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce chaos --seed 1 --minutes 3"},
    subcommands = ChaosRestoreCommand.class,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no effect escaped or is missing, every publish has its final outcome, and every planned"
          + " fault happened",
      "1:one of these is not so"
    })
final class ChaosCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Makes traffic and faults repeatable. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description =
          "How long agents publish and faults happen, 1 to 120. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where data and logs go. Default: temporary, deleted after a success.")
  private @Nullable Path directory;

  @Option(names = "--json", description = "Print exactly one JSON object, and no progress.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    Shutdown shutdown = Shutdown.interrupting(Thread.currentThread());
    try (Workspace workspace = Workspace.of("chaos", directory)) {
      Consumer<String> progress = json ? line -> {} : err::println;
      ChaosSettings settings = new ChaosSettings(seed, minutes, workspace.directory());
      ChaosReport report = runKeepingFailures(new ChaosRun(settings, progress), workspace);
      PrintWriter out = spec.commandLine().getOut();
      out.println(json ? report.toJson() : report.toText());
      out.flush();
      if (!report.isSuccess()) {
        tellHowToReplay(workspace);
      }
      return report.isSuccess() ? 0 : 1;
    } finally {
      shutdown.close();
    }
  }

  private ChaosReport runKeepingFailures(ChaosRun run, Workspace workspace) {
    boolean finished = false;
    try {
      ChaosReport report = run.run();
      finished = true;
      return report;
    } finally {
      if (!finished) {
        tellHowToReplay(workspace);
      }
    }
  }

  private void tellHowToReplay(Workspace workspace) {
    workspace.keep();
    PrintWriter err = spec.commandLine().getErr();
    err.println("actonce: data and logs of the run are in " + workspace.directory());
    err.println(
        "actonce: the same again: ops/actonce chaos --seed " + seed + " --minutes " + minutes);
  }
}
