package dev.actonce.cli.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a UTF-8 text, each bounded in length, so that no file can take all memory. Confined
 * to one thread; whoever opened the stream closes it.
 */
final class Lines {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final InputStream in;
  private final int maxBytes;
  private long number;

  /**
   * @param in a buffered stream
   * @param maxBytes longest line
   */
  Lines(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /**
   * One line.
   *
   * @param number from 1
   * @param text without the line's end; empty when the line is not readable
   * @param problem why it is not readable; null when it is
   */
  record Line(long number, String text, @Nullable String problem) {}

  /** The next line; null at the end. */
  @Nullable Line next() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    number++;
    boolean tooLong = false;
    while (read >= 0 && read != '\n') {
      if (bytes.size() < maxBytes) {
        bytes.write(read);
      } else {
        tooLong = true;
      }
      read = in.read();
    }
    return tooLong
        ? new Line(number, "", "longer than " + maxBytes + " bytes")
        : decode(bytes.toByteArray());
  }

  private Line decode(byte[] bytes) {
    int length =
        bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
      boolean marked = number == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
      return new Line(number, marked ? text.substring(1) : text, null);
    } catch (CharacterCodingException e) {
      return new Line(number, "", "not UTF-8");
    }
  }
}
