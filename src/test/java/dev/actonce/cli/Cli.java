package dev.actonce.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs commands in this JVM as the launcher does, and keeps what they print. */
final class Cli {
  private Cli() {}

  /** What a command printed, and its exit code. */
  record Ran(int exitCode, String out, String err) {}

  static Ran run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int exitCode = command.execute(args);
    return new Ran(exitCode, out.toString(), err.toString());
  }
}
