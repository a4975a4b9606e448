package dev.actonce.embedded;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * The directory that holds an embedded broker's data, locked while in use. The broker's own lock
 * comes too late: by then a second broker has already written to the metadata log.
 */
final class DataDirectory implements AutoCloseable {
  private enum Lifetime {
    KEPT,
    DELETED_ON_CLOSE
  }

  private final Path root;
  private final Lifetime lifetime;
  private final FileChannel lockFile;

  private DataDirectory(Path root, Lifetime lifetime) throws IOException {
    this.root = root;
    this.lifetime = lifetime;
    this.lockFile = lock(root);
  }

  /** Opens a directory that outlives the broker; creates it when it is missing. */
  static DataDirectory at(Path root) {
    try {
      Path absolute = root.toAbsolutePath().normalize();
      Files.createDirectories(absolute);
      return new DataDirectory(absolute, Lifetime.KEPT);
    } catch (IOException e) {
      throw unusable(root, e);
    }
  }

  /** Opens a new directory that {@link #close} deletes. */
  static DataDirectory temporary() {
    try {
      Path created = Files.createTempDirectory("actonce-broker-");
      return new DataDirectory(created, Lifetime.DELETED_ON_CLOSE);
    } catch (IOException e) {
      throw unusable(Path.of(System.getProperty("java.io.tmpdir", ".")), e);
    }
  }

  Path root() {
    return root;
  }

  Path logs() {
    return root.resolve("kafka");
  }

  /** Writes the identity of cluster and node, unless the directory has one already. */
  void formatIfNew(ClusterSeat seat) {
    if (Files.exists(logs().resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      return;
    }
    try {
      Files.createDirectories(logs());
      new Formatter()
          .setPrintStream(
              new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
          .setNodeId(seat.nodeId())
          .setClusterId(seat.clusterId())
          .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
          .setMetadataLogDirectory(logs().toString())
          .addDirectory(logs().toString())
          .run();
    } catch (Exception e) { // Formatter.run declares it.
      throw unusable(logs(), e);
    }
  }

  /** Releases the lock; deletes a temporary directory. */
  @Override
  public void close() {
    try {
      lockFile.close();
      if (lifetime == Lifetime.DELETED_ON_CLOSE) {
        deleteTree(root);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release " + root, e);
    }
  }

  private static FileChannel lock(Path root) throws IOException {
    FileChannel channel =
        FileChannel.open(
            root.resolve("actonce.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          root + " is in use by another embedded broker; stop it or choose another directory");
    }
    return channel;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldInThisJvm) {
      return null;
    }
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  private static ActOnceException unusable(Path path, Exception cause) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING,
        "cannot use "
            + path
            + " for broker data ("
            + cause
            + "); check that it is writable and has free space, or choose another directory",
        cause);
  }
}
