package dev.actonce.cli;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code actonce}: the list of commands. */
@Command(
    name = "actonce",
    description = "Agents that act exactly once.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      UpCommand.class,
      GateCommand.class,
      ExecutorCommand.class,
      TopicsCommand.class,
      DoctorCommand.class,
      SubmitCommand.class,
      WatchCommand.class,
      StatusCommand.class,
      UnknownCommand.class,
      SuspectsCommand.class,
      SettleCommand.class,
      AuditCommand.class,
      ToolsCommand.class,
      KeyCommand.class,
      ChaosCommand.class,
      BenchCommand.class,
      FaultProxyCommand.class,
      HelpCommand.class,
      VersionCommand.class,
      GenerateCompletion.class
    },
    footer = {
      "",
      "Start with 'actonce demo'. Every setting can also be given as ACTONCE_* variable or in the"
          + " --config file; see settings.md in the docs."
    })
final class RootCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
