package dev.actonce.lab.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The provider's books: an append-only file, one JSON line per charge. Thread-safe.
 *
 * <p>A line is with the operating system when {@link #append} returns, so a killed process loses
 * nothing. Against a lost machine the file is forced to disk in batches, by {@link #force} every
 * {@link #FORCE_INTERVAL_MS} and on close; one fsync per charge would make the demo measure the
 * disk.
 */
final class ChargeLog implements AutoCloseable {
  static final long FORCE_INTERVAL_MS = 100;

  private final FileChannel channel;
  private final List<Charge> restored;
  private final AtomicBoolean dirty = new AtomicBoolean();

  private ChargeLog(FileChannel channel, List<Charge> restored) {
    this.channel = channel;
    this.restored = List.copyOf(restored);
  }

  /** Opens or creates the file. A last line that a crash cut short was never answered: it goes. */
  static ChargeLog open(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    channel.truncate(end);
    channel.position(end);
    return new ChargeLog(channel, parse(new String(bytes, 0, end, StandardCharsets.UTF_8), file));
  }

  private static List<Charge> parse(String text, Path file) throws IOException {
    List<Charge> charges = new ArrayList<>();
    for (String line : text.lines().toList()) {
      charges.add(
          DemoJson.parseObject(line)
              .map(Charge::fromJson)
              .orElseThrow(
                  () ->
                      new IOException(
                          file
                              + " line "
                              + (charges.size() + 1)
                              + " is no charge; move the file away to start with empty books")));
    }
    return charges;
  }

  /** Charges that the file held when it was opened, oldest first. */
  List<Charge> restored() {
    return restored;
  }

  /** Commits one charge. */
  synchronized void append(Charge charge) {
    ByteBuffer line =
        ByteBuffer.wrap((DemoJson.write(charge.toJson()) + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the charge " + charge.id() + " to the log", e);
    }
    dirty.set(true);
  }

  /** Forces all appended lines to disk; a no-op when there are none. Charges go on meanwhile. */
  void force() throws IOException {
    if (dirty.getAndSet(false)) {
      channel.force(false);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    force();
    channel.close();
  }
}
