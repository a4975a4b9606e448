package dev.actonce.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The options with which RocksDB runs a database, as it wrote them down in its directory. */
final class RocksOptions {
  private RocksOptions() {}

  /**
   * @param store directory of a window store, with a database for each segment
   */
  static String ofNewestSegment(Path store) {
    return of(last(store, ""));
  }

  /**
   * @param database directory of a database
   */
  static String of(Path database) {
    try {
      return Files.readString(last(database, "OPTIONS-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path last(Path parent, String prefix) {
    try (Stream<Path> files = Files.list(parent)) {
      List<Path> sorted =
          files
              .filter(file -> file.getFileName().toString().startsWith(prefix))
              .sorted(Comparator.comparing(Path::toString))
              .toList();
      return sorted.get(sorted.size() - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
