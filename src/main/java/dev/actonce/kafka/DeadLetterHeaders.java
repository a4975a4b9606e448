package dev.actonce.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Headers of a dead letter: where the record came from and why it was put aside. Key, value and the
 * original headers are kept as they were.
 */
public final class DeadLetterHeaders {
  public static final String TOPIC = "actonce-topic";
  public static final String PARTITION = "actonce-partition";
  public static final String OFFSET = "actonce-offset";
  public static final String REASON = "actonce-reason";

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
    RecordHeaders headers = new RecordHeaders(record.headers());
    add(headers, record.topic(), record.partition(), record.offset(), reason);
    byte @Nullable [] value = record.value();
    return new ProducerRecord<>(
        topics.deadLetters(), record.partition(), null, record.key(), value, headers);
  }

  private static void put(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
