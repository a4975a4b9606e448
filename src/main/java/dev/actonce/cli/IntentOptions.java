package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The parts of an intent on the command line. */
final class IntentOptions {
  @Parameters(index = "0", paramLabel = "ACTION", description = "Name of a tool in the catalog.")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  String action;

  @Parameters(
      index = "1",
      paramLabel = "ARGUMENTS",
      arity = "0..1",
      defaultValue = "{}",
      description = "JSON object; @FILE reads a file, - reads standard input. Default: {}.")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private String arguments;

  @Option(names = "--tenant", paramLabel = "TEXT", description = "Who the action is for.")
  @Nullable String tenant;

  @Option(names = "--session", paramLabel = "TEXT", description = "Conversation or workflow.")
  @Nullable String session;

  @Option(names = "--run", paramLabel = "TEXT", description = "Execution of the agent.")
  @Nullable String run;

  @Option(
      names = "--intent-id",
      paramLabel = "TEXT",
      description = "Business id: invoice, order, ticket.")
  @Nullable String intentId;

  @Option(
      names = "--tool-call-id",
      paramLabel = "TEXT",
      description = "Id that the model gave to the call.")
  @Nullable String toolCallId;

  /** The arguments' JSON text, exactly as given. */
  String arguments() {
    try {
      if (arguments.equals("-")) {
        return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
      }
      return arguments.startsWith("@")
          ? Files.readString(Path.of(arguments.substring(1)))
          : arguments;
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT, "cannot read the arguments from " + arguments + ": " + e, e);
    }
  }
}
