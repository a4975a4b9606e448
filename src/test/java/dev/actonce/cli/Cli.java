package dev.actonce.cli;

import java.io.StringWriter;
import java.io.Writer;
import picocli.CommandLine;

/** Runs commands in this JVM as the launcher does, and keeps what they print. */
final class Cli {
  private Cli() {}

  /** What a command printed, and its exit code. */
  record Ran(int exitCode, String out, String err) {}

  /** Whose output nobody reads. */
  static CommandLine commandLine() {
    return Main.commandLine(Writer.nullWriter(), Writer.nullWriter());
  }

  static Ran run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Main.commandLine(out, err).execute(args);
    return new Ran(exitCode, out.toString(), err.toString());
  }
}
