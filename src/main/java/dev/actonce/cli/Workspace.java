package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A directory that is deleted at the end, unless the user named it or the command failed. */
final class Workspace implements AutoCloseable {
  private final Path directory;
  private boolean temporary;

  private Workspace(Path directory, boolean temporary) {
    this.directory = directory;
    this.temporary = temporary;
  }

  /**
   * Opens it.
   *
   * @param command whose workspace it is
   * @param named by the user; null for a temporary one
   */
  static Workspace of(String command, @Nullable Path named) {
    try {
      return named == null
          ? new Workspace(Files.createTempDirectory("actonce-" + command + "-"), true)
          : new Workspace(Files.createDirectories(named), false);
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot create a directory for the " + command + ": " + e + "; name one with --directory",
          e);
    }
  }

  Path directory() {
    return directory;
  }

  /** Leaves the directory to whoever looks for the cause of a failure. */
  void keep() {
    temporary = false;
  }

  @Override
  public void close() {
    if (temporary) {
      Directories.delete(directory);
    }
  }
}
