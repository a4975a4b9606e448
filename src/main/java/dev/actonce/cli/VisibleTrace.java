package dev.actonce.cli;

import dev.actonce.core.VisibleText;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * A stack trace whose messages may hold text of others: each message stays on its line. Cut after
 * {@value #MAX_FRAMES} frames of each cause, because an overflown stack has a thousand alike.
 */
final class VisibleTrace {
  static final int MAX_FRAMES = 60;

  private final StringBuilder text = new StringBuilder();
  private final Set<Throwable> shown = Collections.newSetFromMap(new IdentityHashMap<>());

  private VisibleTrace() {}

  /** Lines, each with its end: the error, its frames, those it suppressed, and its causes. */
  static String of(Throwable error) {
    VisibleTrace trace = new VisibleTrace();
    trace.add("", "", error);
    return trace.text.toString();
  }

  private void add(String indent, String role, Throwable error) {
    Throwable each = error;
    String caption = role;
    while (each != null && shown.add(each)) {
      line(indent + caption + VisibleText.of(each.toString()));
      frames(indent, each.getStackTrace());
      for (Throwable suppressed : each.getSuppressed()) {
        add(indent + "\t", "Suppressed: ", suppressed);
      }
      each = each.getCause();
      caption = "Caused by: ";
    }
  }

  private void frames(String indent, StackTraceElement[] frames) {
    for (int at = 0; at < Math.min(frames.length, MAX_FRAMES); at++) {
      line(indent + "\tat " + frames[at]);
    }
    if (frames.length > MAX_FRAMES) {
      line(indent + "\t... " + (frames.length - MAX_FRAMES) + " more");
    }
  }

  private void line(String line) {
    text.append(line).append(System.lineSeparator());
  }
}
