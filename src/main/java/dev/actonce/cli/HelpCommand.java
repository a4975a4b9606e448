package dev.actonce.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code actonce help}: the same as {@code --help}. */
@Command(
    name = "help",
    description = "Show the help of a command, the same as COMMAND --help.",
    mixinStandardHelpOptions = true)
final class HelpCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "Such as gate, or topics create. Default: the list of commands.")
  private List<String> path = List.of();

  @Override
  public void run() {
    CommandLine at = spec.root().commandLine();
    for (String name : path) {
      CommandLine next = at.getSubcommands().get(name);
      if (next == null) {
        throw new UnmatchedArgumentException(at, List.of(name));
      }
      at = next;
    }
    at.usage(spec.commandLine().getOut());
  }
}
