package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.Spelling;
import dev.actonce.core.VisibleText;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns errors into one line with a remedy, and an exit code. */
final class Errors {
  private Errors() {}

  static int misused(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command
        .getErr()
        .println(
            "actonce: "
                + oneLine(e.getMessage()).replaceFirst("^Error: ", "")
                + suggestion(e)
                + "; see '"
                + command.getCommandSpec().qualifiedName()
                + " --help'");
    return ErrorCategory.USER.exitCode();
  }

  /** Empty unless an option or a command is spelled nearly so; picocli's own guesses go far. */
  private static String suggestion(CommandLine.ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String word = unmatched.getUnmatched().get(0);
    CommandLine command = e.getCommandLine();
    Collection<String> valid =
        word.startsWith("-")
            ? command.getCommandSpec().optionsMap().keySet()
            : command.getSubcommands().keySet();
    return Spelling.nearest(word, valid).map(near -> "; did you mean " + near + "?").orElse("");
  }

  static int failed(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof ActOnceException known) {
      command.getErr().println("actonce: " + oneLine(known.getMessage()));
      return known.code().category().exitCode();
    }
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      command.getErr().println("actonce: interrupted");
      return ErrorCategory.RETRYABLE.exitCode();
    }
    command
        .getErr()
        .println(
            "actonce: defect: " + oneLine(e.toString()) + "; please report it with this trace");
    command.getErr().print(VisibleTrace.of(e)); // Asked for above, by whoever reads this terminal.
    command.getErr().flush();
    return ErrorCategory.FATAL.exitCode();
  }

  private static String oneLine(@Nullable String text) {
    return VisibleText.of(
        String.valueOf(text)
            .strip()
            .replaceAll(":\\s*\\R\\s*", ": ")
            .replaceAll("\\s*\\R\\s*", " | "));
  }
}
