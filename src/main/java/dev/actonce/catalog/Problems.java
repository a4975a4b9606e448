package dev.actonce.catalog;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** What is wrong with one catalog, each with its place. Confined to the loading thread. */
final class Problems {
  private static final int MAX_PROBLEMS = 20;
  private static final int MAX_TEXT = 2_000;

  private final String fileName;
  private final List<String> found = new ArrayList<>();

  Problems(String fileName) {
    this.fileName = fileName;
  }

  void add(Node node, String path, String text) {
    if (found.size() < MAX_PROBLEMS) {
      String problem = place(node.getStartMark()) + ": " + path + ": " + text;
      found.add(problem.length() > MAX_TEXT ? problem.substring(0, MAX_TEXT) + "..." : problem);
    }
  }

  void throwIfAny() {
    if (!found.isEmpty()) {
      String head = found.size() == 1 ? "1 problem" : found.size() + " problems";
      throw new ActOnceException(
          ErrorCode.INVALID_CATALOG,
          "invalid tool catalog, " + head + ":\n  " + String.join("\n  ", found));
    }
  }

  /** The error of a document that cannot be read any further. */
  ActOnceException fatal(Mark mark, String text) {
    return new ActOnceException(
        ErrorCode.INVALID_CATALOG, "invalid tool catalog:\n  " + place(mark) + ": " + text);
  }

  private String place(Mark mark) {
    return fileName + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }
}
