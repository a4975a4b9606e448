package dev.actonce.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code actonce version}: the same as {@code --version}. */
@Command(
    name = "version",
    description = "Show the versions of ActOnce, Kafka's clients and Java.",
    mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().printVersionHelp(spec.commandLine().getOut());
  }
}
