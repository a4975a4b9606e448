package dev.actonce.kafka;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Iterator;
import java.util.OptionalInt;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys and values as bytes, up to a bound. The size of a batch is bounded by the topic, that
 * of a compressed record in it is not: ten kilobytes may hold hundreds of megabytes. Kafka's
 * consumer allocates those before anybody can object, but only for a moment; a plain deserializer
 * would copy them, and its copy would live until the record is handled.
 *
 * <p>In place of a longer key or value stands a marker with its size, and its headers are dropped,
 * as they hold on to the same memory. No record can pretend to be one: the marker begins with bytes
 * that are drawn at random in each JVM. Nothing that decodes it takes it for a value. Thread-safe.
 */
public final class OversizedRecord {
  /** Longest key or value: what a gate or an executor writes at most. */
  public static final int MAX_BYTES = ClientSettings.PIPELINE_RECORD_BYTES;

  /** Reason of its dead letter. */
  public static final String REASON = "TOO_LARGE";

  /** With more headers than this, dropping them costs more than it frees. */
  private static final int MAX_DROPPED_HEADERS = 10_000;

  private static final byte[] NONCE = new byte[16];

  static {
    new SecureRandom().nextBytes(NONCE);
  }

  private OversizedRecord() {}

  /** The size of the key or value that this stands for; empty for any other bytes. */
  public static OptionalInt sizeOf(byte @Nullable [] bytes) {
    return bytes != null
            && bytes.length == NONCE.length + Integer.BYTES
            && Arrays.equals(bytes, 0, NONCE.length, NONCE, 0, NONCE.length)
        ? OptionalInt.of(ByteBuffer.wrap(bytes, NONCE.length, Integer.BYTES).getInt())
        : OptionalInt.empty();
  }

  /**
   * What its dead letter says.
   *
   * @param what key or value
   */
  public static String message(String what, int size) {
    return "the %s has %d bytes, uncompressed; %d are allowed".formatted(what, size, MAX_BYTES);
  }

  /** What stands in place of a key or value of this size. */
  public static byte[] marker(int size) {
    return ByteBuffer.allocate(NONCE.length + Integer.BYTES).put(NONCE).putInt(size).array();
  }

  /** A deserializer with the bound. Kafka's consumers get it by its class name too. */
  public static final class BoundedDeserializer implements Deserializer<byte[]> {
    @Override
    public byte @Nullable [] deserialize(String topic, byte @Nullable [] data) {
      return data == null || data.length <= MAX_BYTES ? data : marker(data.length);
    }

    @Override
    public byte @Nullable [] deserialize(String topic, Headers headers, @Nullable ByteBuffer data) {
      if (data == null) {
        return null;
      }
      int size = data.remaining();
      if (size > MAX_BYTES) {
        drop(headers);
        return marker(size);
      }
      byte[] bytes = new byte[size];
      data.duplicate().get(bytes);
      return bytes;
    }

    private static void drop(Headers headers) {
      if (headers.toArray().length > MAX_DROPPED_HEADERS) {
        return;
      }
      for (Iterator<Header> each = headers.iterator(); each.hasNext(); ) {
        each.next();
        each.remove();
      }
    }
  }
}
