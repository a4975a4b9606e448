package dev.actonce.cli;

import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Entry point of {@code ops/actonce}. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    Logging.configure(args, System.getenv());
    FullHeap.watch();
    HttpServerLimits.set();
    System.exit(
        commandLine(
                new OutputStreamWriter(System.out, StandardCharsets.UTF_8),
                new OutputStreamWriter(System.err, StandardCharsets.UTF_8))
            .execute(args));
  }

  /** The commands, printing visible text to these two. */
  static CommandLine commandLine(Writer out, Writer err) {
    CommandLine root = new CommandLine(new RootCommand());
    prepare(root);
    return root.setOut(VisibleWriter.printing(out))
        .setErr(VisibleWriter.printing(err))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setExpandAtFiles(false) // @FILE is ours: the arguments of an intent.
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Errors::misused)
        .setExecutionExceptionHandler(Errors::failed);
  }

  /** Each command has --version, and shows its options by importance, not by name. */
  private static void prepare(CommandLine command) {
    command.getCommandSpec().versionProvider(new Version());
    command.getCommandSpec().usageMessage().sortOptions(false).sortSynopsis(false);
    command.getSubcommands().values().forEach(Main::prepare);
  }
}
