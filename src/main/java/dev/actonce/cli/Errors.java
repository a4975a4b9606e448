package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.VisibleText;
import java.util.List;
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
                + oneLine(e.getMessage())
                + suggestion(e)
                + "; see '"
                + command.getCommandSpec().qualifiedName()
                + " --help'");
    return ErrorCategory.USER.exitCode();
  }

  private static String suggestion(CommandLine.ParameterException e) {
    List<String> suggestions =
        e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
    return suggestions.isEmpty() ? "" : "; did you mean " + String.join(" or ", suggestions) + "?";
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
