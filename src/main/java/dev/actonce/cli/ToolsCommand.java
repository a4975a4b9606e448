package dev.actonce.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code actonce tools}: the tools of the catalog. */
@Command(
    name = "tools",
    description = "The tools that agents may use.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ToolsAuditCommand.class)
final class ToolsCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? 'tools audit'");
  }
}
