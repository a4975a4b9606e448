package dev.actonce.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes temporary directories. */
final class Directories {
  private static final Logger LOG = LoggerFactory.getLogger(Directories.class);

  private Directories() {}

  /** Deletes a tree; what cannot be deleted is left, with a warning. */
  static void delete(Path root) {
    try (Stream<Path> tree = Files.walk(root)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      LOG.warn("cannot delete {}: {}", root, e.toString());
    }
  }
}
