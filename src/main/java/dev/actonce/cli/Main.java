package dev.actonce.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Entry point of {@code ops/actonce}. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    Logging.configure(args);
    FullHeap.watch();
    HttpServerLimits.set();
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    CommandLine root = new CommandLine(new RootCommand());
    provideVersion(root);
    return root.setOut(out)
        .setErr(err)
        .setExpandAtFiles(false) // @FILE is ours: the arguments of an intent.
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Errors::misused)
        .setExecutionExceptionHandler(Errors::failed);
  }

  /** Each command has --version; picocli asks each for a provider of its own. */
  private static void provideVersion(CommandLine command) {
    command.getCommandSpec().versionProvider(new Version());
    command.getSubcommands().values().forEach(Main::provideVersion);
  }
}
