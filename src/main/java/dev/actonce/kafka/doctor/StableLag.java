package dev.actonce.kafka.doctor;

import org.apache.kafka.common.TopicPartition;

/**
 * How far readers of committed records get in a partition.
 *
 * @param lastStable the last stable offset
 * @param end the high watermark, read before {@code lastStable}
 */
record StableLag(TopicPartition at, long lastStable, long end) {
  /** Records that are written but cannot be read as committed yet. */
  long records() {
    return Math.max(0, end - lastStable);
  }
}
