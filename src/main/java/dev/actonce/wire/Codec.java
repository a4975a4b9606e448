package dev.actonce.wire;

/**
 * Turns values of one type into record bytes and back. Thread-safe.
 *
 * @param <T> a core value
 */
public interface Codec<T> {

  /** Bytes of a value, framed. */
  byte[] encode(T value);

  /**
   * The value of some bytes.
   *
   * @throws dev.actonce.core.ActOnceException with code UNDECODABLE when they are no such value;
   *     the message says what they look like and what was expected
   */
  T decode(byte[] bytes);
}
