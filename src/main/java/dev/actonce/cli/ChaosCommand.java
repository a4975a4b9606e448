package dev.actonce.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code actonce chaos}: faults on purpose. */
@Command(
    name = "chaos",
    description = "Break a pipeline on purpose and count what it did.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ChaosRestoreCommand.class)
final class ChaosCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? 'chaos restore'");
  }
}
