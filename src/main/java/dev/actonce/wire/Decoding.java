package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Set;

/**
 * The one place that stands between what others send and the threads that read it: whatever reading
 * throws, errors of the stack included, becomes UNDECODABLE. Only these pass: a registry that does
 * not help, an interruption, and an {@link OutOfMemoryError}, which says nothing about a record.
 */
final class Decoding {
  private static final Set<ErrorCode> PASS =
      Set.of(
          ErrorCode.UNDECODABLE,
          ErrorCode.REGISTRY_UNAVAILABLE,
          ErrorCode.REGISTRY_REFUSED,
          ErrorCode.INTERRUPTED);

  private Decoding() {}

  /** Makes a value of bytes. */
  interface Reading<T> {
    T read();
  }

  /**
   * What a reading gives.
   *
   * @param expected name of what is read, for messages
   * @throws ActOnceException with one of the codes above
   */
  static <T> T guard(String expected, Reading<T> reading) {
    try {
      return reading.read();
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      if (e instanceof ActOnceException known && PASS.contains(known.code())) {
        throw known;
      }
      // No message of it: that may repeat the value.
      throw new ActOnceException(
          ErrorCode.UNDECODABLE,
          "value cannot be read (" + e.getClass().getSimpleName() + "); expected " + expected,
          e);
    }
  }
}
