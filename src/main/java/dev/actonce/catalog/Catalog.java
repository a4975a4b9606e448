package dev.actonce.catalog;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** All tools by name. Immutable and thread-safe. */
public final class Catalog {
  private final SortedMap<String, Tool> tools;

  private Catalog(Collection<Tool> tools) {
    SortedMap<String, Tool> byAction = new TreeMap<>();
    for (Tool tool : tools) {
      if (byAction.put(tool.action(), tool) != null) {
        throw new ActOnceException(
            ErrorCode.INVALID_CATALOG,
            "found the tool '" + tool.action() + "' twice; keep one of them");
      }
    }
    if (byAction.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.INVALID_CATALOG, "the catalog has no tools; add at least one under 'tools'");
    }
    this.tools = Collections.unmodifiableSortedMap(byAction);
  }

  /** A catalog of these tools; at least one, each name once. */
  public static Catalog of(Tool... tools) {
    return new Catalog(List.of(tools));
  }

  /**
   * Reads a {@code tools.yaml}.
   *
   * @throws ActOnceException INVALID_CATALOG with every mistake's file, line, setting and remedy
   */
  public static Catalog load(Path file) {
    String text;
    try {
      text = read(file);
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_CATALOG,
          "cannot read the tool catalog "
              + file
              + " ("
              + e
              + "); check the path, and that it is"
              + " UTF-8 text",
          e);
    }
    return parse(text, file.toString());
  }

  /**
   * Reads the text of a {@code tools.yaml}.
   *
   * @param fileName name for messages
   * @throws ActOnceException as {@link #load}
   */
  public static Catalog parse(String yaml, String fileName) {
    try {
      return new Catalog(CatalogReader.read(yaml, fileName));
    } catch (StackOverflowError e) {
      throw new ActOnceException(
          ErrorCode.INVALID_CATALOG,
          "invalid tool catalog "
              + fileName
              + ": something in it is nested too deeply to be read;"
              + " write it flatter",
          e);
    }
  }

  /** Reads no more than any catalog may have. */
  private static String read(Path file) throws IOException {
    int mostBytes = YamlDocument.MAX_CHARS * 3; // UTF-8 takes at most 3 for a char.
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new IOException(YamlDocument.TOO_LARGE);
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }

  /** The tool, if there is one of this name. */
  public Optional<Tool> find(String action) {
    return Optional.ofNullable(tools.get(action));
  }

  /**
   * The tool of this name.
   *
   * @throws ActOnceException UNKNOWN_ACTION with the nearest valid name
   */
  public Tool require(String action) {
    return find(action)
        .orElseThrow(
            () ->
                new ActOnceException(
                    ErrorCode.UNKNOWN_ACTION,
                    "no tool '"
                        + action
                        + "' in the catalog; "
                        + Spelling.advice(action, actions())));
  }

  /** All names, sorted. */
  public Set<String> actions() {
    return tools.keySet();
  }

  /** All tools, sorted by name. */
  public Collection<Tool> tools() {
    return tools.values();
  }

  /** The name that was probably meant, if one is close. */
  public Optional<String> nearest(String action) {
    return Spelling.nearest(action, actions());
  }

  /** The longest time for which any tool's keys have to be remembered. */
  public Duration longestMemory() {
    return tools.values().stream()
        .map(tool -> tool.policy().retention())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}
