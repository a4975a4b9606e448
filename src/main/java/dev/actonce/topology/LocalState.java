package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's stores on disk between two runs, and whether they can be trusted.
 *
 * <p>A window store is one database per segment. A commit reaches the memory of each; each goes to
 * disk when it is full, in its own time, and only the newest segment's offset says from where the
 * changelog is read again (Kafka 4.4, {@code AbstractSegments.committedOffset}). So after a kill an
 * older segment may lack entries that lie before that offset, and their keys would be admitted
 * again. A clean close writes all segments. Therefore a run leaves a mark when it closed cleanly;
 * without the mark, a memory of more than one segment is deleted and restored from its changelog. A
 * single segment, like the other stores, keeps data and offset in one atomic write.
 *
 * <p>A kill in the middle of a deletion must not leave a single segment that looks like one to
 * trust. So a memory first leaves its place in one atomic step, and is deleted where nobody looks
 * for it; the next start deletes what is left there.
 */
final class LocalState {
  private static final Pattern TASK = Pattern.compile("\\d+_\\d+");

  /** Kafka Streams holds this lock while it runs ({@code StateDirectory}). */
  private static final String LOCK = ".lock";

  private static final Logger LOG = LoggerFactory.getLogger(LocalState.class);

  private final Path stateDirectory;
  private final Path application;
  private final Path mark;
  private final Path discarded;
  private final String windowStore;
  private final Consumer<Path> beforeDeletion;

  /**
   * @param applicationId names its directory in the state directory
   * @param windowStore name of its window store
   */
  LocalState(Path stateDirectory, String applicationId, String windowStore) {
    this(stateDirectory, applicationId, windowStore, path -> {});
  }

  /**
   * @param beforeDeletion is called before each file and directory is deleted; a fault of the host
   *     may end the run there
   */
  LocalState(
      Path stateDirectory,
      String applicationId,
      String windowStore,
      Consumer<Path> beforeDeletion) {
    this.stateDirectory = stateDirectory;
    this.application = stateDirectory.resolve(applicationId);
    this.mark = stateDirectory.resolve(applicationId + ".closed-cleanly");
    this.discarded = stateDirectory.resolve(applicationId + ".discarded");
    this.windowStore = windowStore;
    this.beforeDeletion = beforeDeletion;
  }

  /**
   * Deletes what the last run may have left incomplete. Call it before the stores open.
   *
   * @throws ActOnceException INVALID_SETTING if another gate uses the directory, or it cannot be
   *     read or written
   */
  void discardDoubtful() {
    if (!Files.isDirectory(application)) {
      return;
    }
    try (FileChannel channel = openLock();
        FileLock lock = tryLock(channel)) {
      requireHeld(lock);
      delete(discarded);
      if (!Files.deleteIfExists(mark)) {
        discardMemoriesOfSeveralSegments();
        delete(discarded);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Finds out whether a start failed because another gate was faster.
   *
   * @throws ActOnceException INVALID_SETTING if another gate uses the directory
   */
  void requireFree() {
    if (!Files.isDirectory(application)) {
      return;
    }
    try (FileChannel channel = openLock();
        FileLock lock = tryLock(channel)) {
      requireHeld(lock);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private FileChannel openLock() throws IOException {
    return FileChannel.open(
        application.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private void requireHeld(@Nullable FileLock lock) {
    if (lock == null || !lock.isValid()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "state directory '"
              + stateDirectory
              + "' belongs to another gate; give --gate-state-dir");
    }
  }

  /** Leaves the mark: everything committed is on disk. */
  void markClosedCleanly() {
    try {
      Files.writeString(mark, "");
    } catch (IOException e) {
      LOG.warn("cannot write {} ({}); the next start restores more than it needs to", mark, e);
    }
  }

  private void discardMemoriesOfSeveralSegments() throws IOException {
    for (Path task : children(application)) {
      Path memory = task.resolve(windowStore);
      if (TASK.matcher(task.getFileName().toString()).matches() && children(memory).size() > 1) {
        LOG.warn(
            "not closed cleanly; task {} restores {} from the changelog",
            task.getFileName(),
            windowStore);
        Files.createDirectories(discarded);
        Files.move(memory, discarded.resolve(task.getFileName()), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldInThisJvm) {
      return null;
    }
  }

  private static List<Path> children(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(directory)) {
      return list.toList();
    }
  }

  private void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        beforeDeletion.accept(path);
        Files.delete(path);
      }
    }
  }

  private ActOnceException failed(IOException e) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING,
        "cannot check the gate's state in "
            + application
            + " ("
            + e
            + "); make it readable and writable, or delete it: it is restored from Kafka",
        e);
  }
}
