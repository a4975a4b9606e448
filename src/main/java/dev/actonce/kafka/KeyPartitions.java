package dev.actonce.kafka;

import dev.actonce.core.IdempotencyKey;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * Where a key lives: the partition that Kafka's own Java producer picks (murmur2 of the key's UTF-8
 * text, see {@code BuiltInPartitioner}). Other clients hash differently.
 *
 * @param count partitions of every topic of the pipeline
 */
public record KeyPartitions(int count) {
  public KeyPartitions {
    if (count < 1) {
      throw new IllegalArgumentException("partition count must be at least 1, got " + count);
    }
  }

  /** A key as record key. */
  public static byte[] bytes(IdempotencyKey key) {
    return key.value().getBytes(StandardCharsets.UTF_8);
  }

  /** Partition of a record key. */
  public int of(byte[] key) {
    return Utils.toPositive(Utils.murmur2(key)) % count;
  }
}
