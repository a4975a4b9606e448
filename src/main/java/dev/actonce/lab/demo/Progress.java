package dev.actonce.lab.demo;

import dev.actonce.core.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Tells a person how far a run is, on stderr: one line that rewrites itself on a terminal, a line
 * every few seconds elsewhere, nothing when quiet. Thread-safe.
 */
public final class Progress {
  private static final long TERMINAL_INTERVAL_MS = 100;
  private static final long LINES_INTERVAL_MS = 5_000;
  private static final Path STDERR = Path.of("/proc/self/fd/2");
  private static final List<String> TERMINALS = List.of("/dev/pts/", "/dev/tty", "/dev/console");
  private static final String CLEAR_LINE = "\r\u001b[K";

  /** How progress is shown. */
  public enum Mode {
    TERMINAL,
    LINES,
    QUIET;

    /**
     * TERMINAL when stderr is one, else LINES. Java cannot tell: {@code System.console()} is null
     * as soon as stdout is piped. Linux can; on other systems the answer is LINES.
     */
    public static Mode detect() {
      try {
        String stderr = Files.readSymbolicLink(STDERR).toString();
        return TERMINALS.stream().anyMatch(stderr::startsWith) ? TERMINAL : LINES;
      } catch (IOException | UnsupportedOperationException e) {
        return LINES;
      }
    }
  }

  private final PrintStream out;
  private final Mode mode;
  private String phase = "";
  private long shownAtNanos = System.nanoTime();

  public Progress(PrintStream out, Mode mode) {
    this.out = out;
    this.mode = mode;
  }

  /** The one text that commands a terminal: it clears its own line, and holds nobody's values. */
  public static Progress onStandardError() {
    return new Progress(System.err, Mode.detect());
  }

  /** Shows nothing. */
  public static Progress none() {
    return new Progress(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
        Mode.QUIET);
  }

  /** A new phase begins. */
  public synchronized void begin(String name) {
    phase = VisibleText.of(name);
    write("demo: " + phase);
  }

  /** So many of the phase's steps are done; shown only so often. */
  public synchronized void show(int done, int total) {
    long interval = mode == Mode.TERMINAL ? TERMINAL_INTERVAL_MS : LINES_INTERVAL_MS;
    if (System.nanoTime() - shownAtNanos >= TimeUnit.MILLISECONDS.toNanos(interval)) {
      write(String.format(Locale.ROOT, "demo: %s: %,d of %,d", phase, done, total));
    }
  }

  /** Leaves a clean line for what comes next. */
  public synchronized void end() {
    if (mode == Mode.TERMINAL) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  private void write(String line) {
    shownAtNanos = System.nanoTime();
    switch (mode) {
      case TERMINAL -> {
        out.print(CLEAR_LINE + line);
        out.flush();
      }
      case LINES -> out.println(line);
      case QUIET -> {}
    }
  }
}
