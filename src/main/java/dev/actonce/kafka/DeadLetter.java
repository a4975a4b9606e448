package dev.actonce.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record that was put aside for people: its own key, value and headers, and headers that say
 * where it came from and why. Longer keys and values are cut to {@value #MAX_BYTES} bytes, with
 * their full length in a header; the source record is named, so nothing is lost.
 */
public final class DeadLetter {
  public static final String TOPIC = "actonce-topic";
  public static final String PARTITION = "actonce-partition";
  public static final String OFFSET = "actonce-offset";
  public static final String TIMESTAMP = "actonce-timestamp";

  /** Machine-readable reason, upper snake case. */
  public static final String REASON = "actonce-reason";

  /** Reason for people: what was found, what was expected. */
  public static final String MESSAGE = "actonce-message";

  /** Length of a key that was cut. */
  public static final String KEY_BYTES = "actonce-key-bytes";

  /** Length of a value that was cut. */
  public static final String VALUE_BYTES = "actonce-value-bytes";

  /** Original headers that are longer together, names and lengths included, are left out. */
  static final int MAX_HEADER_BYTES = 64 * 1024;

  /** Longest message; a longer one is cut. */
  static final int MAX_MESSAGE_CHARS = 2_000;

  /** The lengths of a header's name and value, as Kafka writes them. */
  private static final int HEADER_LENGTHS_BYTES = 10;

  /**
   * Longest key or value that is kept whole: the longest arguments fit. A batch of a few kilobytes
   * may hold thousands of records of a megabyte, which all end here.
   */
  public static final int MAX_BYTES = 256 * 1024;

  /**
   * Where a record was read.
   *
   * @param timestampMs its arrival time
   */
  public record Source(String topic, int partition, long offset, long timestampMs) {
    @Override
    public String toString() {
      return topic + "-" + partition + "@" + offset;
    }
  }

  private final byte @Nullable [] key;
  private final byte @Nullable [] value;
  private final Headers headers;

  private DeadLetter(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    this.key = key;
    this.value = value;
    this.headers = headers;
  }

  /** Key as it came. */
  public byte @Nullable [] key() {
    return key;
  }

  /** Value as it came. */
  public byte @Nullable [] value() {
    return value;
  }

  /** Where it came from and why it was put aside. */
  public Headers headers() {
    return headers;
  }

  /** The dead letter of a record. */
  public static DeadLetter of(
      Source source,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers original,
      String reason,
      String message) {
    Headers headers = fit(original) ? new RecordHeaders(original) : new RecordHeaders();
    add(headers, TOPIC, source.topic());
    add(headers, PARTITION, Integer.toString(source.partition()));
    add(headers, OFFSET, Long.toString(source.offset()));
    add(headers, TIMESTAMP, Long.toString(source.timestampMs()));
    add(headers, REASON, reason);
    add(headers, MESSAGE, cut(message));
    return new DeadLetter(cut(key, KEY_BYTES, headers), cut(value, VALUE_BYTES, headers), headers);
  }

  /** The dead letter of a record that was not read: it names the source only. */
  public static DeadLetter withoutContents(Source source, String reason, String message) {
    return of(source, null, null, new RecordHeaders(), reason, message);
  }

  private static String cut(String message) {
    return message.length() > MAX_MESSAGE_CHARS
        ? message.substring(0, MAX_MESSAGE_CHARS) + "..."
        : message;
  }

  private static byte @Nullable [] cut(
      byte @Nullable [] bytes, String lengthHeader, Headers headers) {
    if (bytes == null || bytes.length <= MAX_BYTES) {
      return bytes;
    }
    add(headers, lengthHeader, Integer.toString(bytes.length));
    return Arrays.copyOf(bytes, MAX_BYTES);
  }

  private static void add(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Looks at no more headers than fit: there may be millions of empty ones. */
  private static boolean fit(Headers headers) {
    long bytes = 0;
    for (Header header : headers) {
      byte @Nullable [] value = header.value();
      bytes +=
          HEADER_LENGTHS_BYTES
              + header.key().getBytes(StandardCharsets.UTF_8).length
              + (value == null ? 0 : value.length);
      if (bytes > MAX_HEADER_BYTES) {
        return false;
      }
    }
    return true;
  }
}
