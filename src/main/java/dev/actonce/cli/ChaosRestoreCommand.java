package dev.actonce.cli;

import dev.actonce.lab.restore.RestoreReport;
import dev.actonce.lab.restore.RestoreRun;
import dev.actonce.lab.restore.RestoreSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce chaos restore}: how long a gate takes to get its state back. */
@Command(
    name = "restore",
    description = {
      "Fill a gate with live keys, kill it, delete its state directory, and measure until it"
          + " serves again.",
      "Starts everything itself. Then asks for a sample of the keys again: none may be admitted."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce chaos restore --keys 100000"},
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:every sampled key is still blocked", "1:the gate forgot a key or an answer"})
final class ChaosRestoreCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Live keys, 100 to 1000000. Default: ${DEFAULT-VALUE}.")
  private int keys;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where data, state and the gate's log go. Default: temporary, deleted.")
  private @Nullable Path directory;

  @Option(names = "--json", description = "Print exactly one JSON object.")
  private boolean json;

  @Option(names = "--quiet", description = "No progress lines.")
  private boolean quiet;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    Shutdown shutdown = Shutdown.interrupting(Thread.currentThread());
    try (Workspace workspace = Workspace.of("chaos-restore", directory)) {
      RestoreReport report =
          new RestoreRun(
                  Main.class,
                  new RestoreSettings(keys, workspace.directory()),
                  phase -> {
                    if (!quiet) {
                      err.println("chaos restore: " + phase);
                    }
                  })
              .run();
      PrintWriter out = spec.commandLine().getOut();
      out.println(json ? report.toJson() : report.toText());
      out.flush();
      if (!report.isSuccess()) {
        workspace.keep();
        err.println("actonce: the gate's log is in " + workspace.directory());
      }
      return report.isSuccess() ? 0 : 1;
    } finally {
      shutdown.close();
    }
  }
}
