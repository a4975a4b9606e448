package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    if (arguments.equals("-")) {
      return read("standard input", System.in::readAllBytes);
    }
    if (arguments.startsWith("@")) {
      Path file = Path.of(arguments.substring(1));
      return read(file.toString(), () -> Files.readAllBytes(file));
    }
    return arguments;
  }

  /** Refuses what is not UTF-8: a replaced character would make it another action. */
  private static String read(String source, Bytes bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.read())).toString();
    } catch (CharacterCodingException e) {
      throw unreadable(source, "it is not UTF-8; convert it", e);
    } catch (NoSuchFileException e) {
      throw unreadable(source, "there is no such file; check the path", e);
    } catch (IOException e) {
      throw unreadable(source, e + "; check that it can be read", e);
    }
  }

  private static ActOnceException unreadable(String source, String why, IOException cause) {
    return new ActOnceException(
        ErrorCode.INVALID_INTENT, "cannot read the arguments from " + source + ": " + why, cause);
  }

  /** Where bytes come from. */
  private interface Bytes {
    byte[] read() throws IOException;
  }
}
