package dev.actonce.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Named pieces of text that must be the same in two places: shown in the README, and run. */
public final class Snippets {
  private Snippets() {}

  /** The code block that a page shows between {@code <!-- snippet: NAME -->} and its end. */
  public static String shown(Path page, String name) {
    String block = between(page, "<!-- snippet: " + name + " -->\n", "\n<!-- end snippet -->");
    int code = block.indexOf('\n') + 1;
    return block.substring(code, block.lastIndexOf("\n```"));
  }

  /** The lines of a source file between {@code // snippet: NAME} and its end, without indent. */
  public static String compiled(Path source, String name) {
    return between(source, "// snippet: " + name + "\n", "// end snippet").stripIndent().strip();
  }

  private static String between(Path file, String start, String end) {
    try {
      String text = Files.readString(file);
      int from = text.indexOf(start);
      int to = text.indexOf(end, Math.max(from, 0));
      if (from < 0 || to < 0) {
        throw new IllegalStateException("no '" + start.strip() + "' with an end in " + file);
      }
      return text.substring(from + start.length(), to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
