package dev.actonce.cli;

import dev.actonce.core.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Everything that a command prints passes here, so that nothing in it can command a terminal. Line
 * breaks and tabs stay: a command that lays out lines escapes the values in them itself, by {@link
 * VisibleText#word} or {@link VisibleText#of}. JSON stays JSON. As thread-safe as any {@link
 * Writer}.
 */
final class VisibleWriter extends Writer {
  private final Writer target;

  private VisibleWriter(Writer target) {
    super(target);
    this.target = target;
  }

  /** Flushes each line. */
  static PrintWriter printing(Writer target) {
    return new PrintWriter(new VisibleWriter(target), true);
  }

  @Override
  public void write(char[] buffer, int offset, int length) throws IOException {
    target.write(VisibleText.lines(new String(buffer, offset, length)));
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    target.write(VisibleText.lines(text.substring(offset, offset + length)));
  }

  @Override
  public void flush() throws IOException {
    target.flush();
  }

  @Override
  public void close() throws IOException {
    target.close();
  }
}
