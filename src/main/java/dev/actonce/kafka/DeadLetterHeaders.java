package dev.actonce.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Headers of a dead letter: where the record came from and why it was put aside. Key, value and the
 * original headers are kept as they were, up to a bound: a dead letter that does not fit would stop
 * its partition.
 */
public final class DeadLetterHeaders {
  public static final String TOPIC = "actonce-topic";
  public static final String PARTITION = "actonce-partition";
  public static final String OFFSET = "actonce-offset";
  public static final String REASON = "actonce-reason";

  /** Length of a value that was cut. */
  public static final String VALUE_BYTES = "actonce-value-bytes";

  /** Length of a key that was cut. */
  public static final String KEY_BYTES = "actonce-key-bytes";

  /** Longest key and longest value of a dead letter. */
  static final int MAX_BYTES = 1024 * 1024;

  /** Original headers that are longer together are left out. */
  static final int MAX_HEADER_BYTES = 64 * 1024;

  private DeadLetterHeaders() {}

  /** Adds where a record came from and why it was put aside. */
  public static void add(Headers headers, String topic, int partition, long offset, String reason) {
    put(headers, TOPIC, topic);
    put(headers, PARTITION, Integer.toString(partition));
    put(headers, OFFSET, Long.toString(offset));
    put(headers, REASON, reason);
  }

  /** The dead letter of a consumed record, on the same partition number. */
  public static ProducerRecord<byte[], byte[]> record(
      TopicNames topics, ConsumerRecord<byte[], byte[]> record, String reason) {
    RecordHeaders headers =
        bytes(record.headers()) > MAX_HEADER_BYTES
            ? new RecordHeaders()
            : new RecordHeaders(record.headers());
    add(headers, record.topic(), record.partition(), record.offset(), reason);
    byte @Nullable [] key = cut(record.key(), KEY_BYTES, headers);
    byte @Nullable [] value = cut(record.value(), VALUE_BYTES, headers);
    return new ProducerRecord<>(
        topics.deadLetters(), record.partition(), null, key, value, headers);
  }

  private static byte @Nullable [] cut(
      byte @Nullable [] bytes, String lengthName, Headers headers) {
    if (bytes == null || bytes.length <= MAX_BYTES) {
      return bytes;
    }
    put(headers, lengthName, Integer.toString(bytes.length));
    return Arrays.copyOf(bytes, MAX_BYTES);
  }

  private static long bytes(Headers headers) {
    long bytes = 0;
    for (Header header : headers) {
      byte @Nullable [] value = header.value();
      bytes += header.key().length() + (value == null ? 0 : value.length);
    }
    return bytes;
  }

  private static void put(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
