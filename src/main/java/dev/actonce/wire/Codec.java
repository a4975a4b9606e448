package dev.actonce.wire;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Turns values of one type into record bytes and back. Thread-safe.
 *
 * <p>Besides UNDECODABLE, codecs of the public topics throw REGISTRY_UNAVAILABLE and
 * REGISTRY_REFUSED: the schema registry did not help, within a bounded time. That says nothing
 * about the value, so such a record is never put aside or skipped: it is tried again.
 *
 * @param <T> a core value
 */
public interface Codec<T> {

  /**
   * Bytes of a value, framed.
   *
   * @param headers of the record; an own serializer may add some
   */
  byte[] encode(T value, Headers headers);

  /** Bytes of a value for a place without headers, such as a state store. */
  default byte[] encode(T value) {
    return encode(value, new RecordHeaders());
  }

  /**
   * The value of some bytes. Takes a bounded time, whatever they are; of all that may go wrong only
   * an {@link OutOfMemoryError} is thrown as it is.
   *
   * @param bytes a record's value; null, as a tombstone has it, is never one of ours
   * @param headers of the record they came in
   * @throws dev.actonce.core.ActOnceException with code UNDECODABLE when they are no such value;
   *     the message says what they look like and what was expected
   */
  T decode(byte @Nullable [] bytes, Headers headers);

  /** The value of bytes that came without headers. Errors as above. */
  default T decode(byte @Nullable [] bytes) {
    return decode(bytes, new RecordHeaders());
  }

  /**
   * Makes sure that {@link #encode} asks nobody from now on. One bounded attempt; does nothing when
   * that is so already.
   *
   * @throws dev.actonce.core.ActOnceException REGISTRY_UNAVAILABLE if trying again is sensible,
   *     REGISTRY_REFUSED if a person must act
   */
  void prepare();
}
