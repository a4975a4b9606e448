package dev.actonce.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The memory store of one task on disk: a directory for each segment.
 *
 * @param memory the store's directory
 */
record StateFiles(Path memory) {
  /** The only task of a gate on topics of one partition. */
  static StateFiles of(Path stateDirectory, String topicPrefix) {
    return new StateFiles(
        stateDirectory.resolve(topicPrefix + "gate").resolve("0_0").resolve(GateStores.MEMORY));
  }

  /** Oldest first. */
  List<Path> segments() {
    return children(memory).stream().sorted(Comparator.comparing(Path::toString)).toList();
  }

  /** The table files of the newest segment; there are none before its first flush. */
  List<Path> newestTables() {
    List<Path> segments = segments();
    return children(segments.get(segments.size() - 1)).stream()
        .filter(file -> file.toString().endsWith(".sst"))
        .toList();
  }

  void delete() {
    try (Stream<Path> tree = Files.walk(memory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> children(Path parent) {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(parent)) {
      return list.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
